import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { spawnSync } from "node:child_process"
import { packageRoot } from "../../../src/Package.ts"
import { delivery } from "../../Chat/Samples.ts"
import { httpService, raw } from "../../lib/HttpService.ts"
import { quickClock } from "../../lib/QuickClock.ts"
import { storeDay, turnover } from "../../lib/Stored.ts"

const promtool = (args: ReadonlyArray<string>, input = "") => {
  const { status, stderr, stdout } = spawnSync("promtool", args, { input, encoding: "utf8", cwd: packageRoot })
  return { status, output: `${stdout}${stderr}` }
}

describe("promtool", () => {
  it.scoped("finds no fault with the metrics", () => {
    const clock = quickClock(DateTime.unsafeMake("2026-03-14T22:59:30+08:00").epochMillis)
    const { bot, layer } = httpService({ at: "", clock, before: storeDay(turnover("2026-03-12")) })
    bot.script.push(Effect.succeed(delivery("permanent")))
    return Effect.gen(function*() {
      yield* clock.pass("2 minutes")
      yield* raw("/api/metrics")
      assert.deepStrictEqual(promtool(["check", "metrics"], (yield* raw("/metrics")).text), { status: 0, output: "" })
    }).pipe(Effect.provide(layer))
  })

  for (const command of ["check", "test"]) {
    it(`finds no fault with the alert rules: ${command}`, () => {
      const file = command === "check" ? "alerts.yml" : "alerts.test.yml"
      const { output, status } = promtool([command, "rules", `deploy/monitoring/prometheus/${file}`])
      assert.strictEqual(status, 0, output)
    })
  }
})
