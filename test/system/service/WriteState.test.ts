import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { Health } from "../../../src/Health.ts"
import { httpService, rawAdmin } from "../../lib/HttpService.ts"
import { quickClock } from "../../lib/QuickClock.ts"
import { sentencesOf } from "../../lib/Sentences.ts"
import { fill, smallDisk } from "../lib/SmallDisk.ts"

const start = DateTime.unsafeMake("2026-03-14T12:00:10+08:00").epochMillis

const verdict = Effect.map(Effect.flatMap(Health, ({ report }) => report),
  ({ problems, status }) => ({ status, codes: problems.map(({ code }) => code), sentences: sentencesOf(problems) }))

const correct = (amount: number) =>
  Effect.map(
    rawAdmin("/api/admin/turnover", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ date: "2026-03-13", amount })
    }),
    (answer) => ({
      status: answer.status,
      error: answer.status === 200 ? undefined : answer.json()["error"],
      detail: answer.status === 200 ? undefined : answer.json()["detail"],
      retryAfter: answer.headers["retry-after"]
    })
  )

// Rule 3.16.
describe("a database that takes no changes", () => {
  it.scopedLive("is reported while its disk is full, also where a write with nothing to store succeeds",
    (context) =>
      Effect.gen(function*() {
        const disk = yield* smallDisk(2)
        if (disk === undefined) return context.skip("mounting a small file system takes root")
        const clock = quickClock(start)
        const service = httpService({ at: "", clock, watch: "1 hour", database: `file:${join(disk, "turnover.db")}` })
        yield* Effect.gen(function*() {
          assert.strictEqual((yield* correct(1)).status, 200)
          const filler = join(disk, "filler")
          fill(filler)
          let refused = yield* correct(2)
          for (let amount = 3; refused.status === 200; amount++) {
            fill(filler)
            refused = yield* correct(amount)
          }
          assert.deepStrictEqual(refused, {
            status: 503,
            error: "unavailable",
            detail: "the disk of the database is full: free some space on it; nothing is changed, try again",
            retryAfter: "30"
          })
          assert.deepStrictEqual((yield* verdict).codes, ["writes_disk_full"])
          yield* clock.pass("30 seconds")
          assert.deepStrictEqual((yield* verdict).codes, ["writes_disk_full"])
          rmSync(filler)
          assert.strictEqual((yield* correct(1000)).status, 200)
          // The next poll of the outbox succeeds, too.
          yield* clock.pass("30 seconds")
          assert.deepStrictEqual(yield* verdict, { status: "ok", codes: [], sentences: [] })
        }).pipe(Effect.provide(service.layer))
      }))
})
