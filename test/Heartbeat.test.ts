import { HttpClient, HttpClientResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer, Logger } from "effect"
import * as Heartbeat from "../src/Heartbeat.ts"
import { delivery } from "./Chat/Samples.ts"
import { quickClock } from "./lib/QuickClock.ts"
import { recordingBot } from "./lib/RecordingBot.ts"
import { members, testService } from "./lib/TestService.ts"

const address = "https://hc-ping.example/0f1e2d3c-token"

const timeOf = (at: number) => DateTime.formatIso(DateTime.addDuration(DateTime.unsafeMake(at), "8 hours")).slice(11, 19)

const begin = (time: string, changes: object = {}) => {
  const clock = quickClock(DateTime.unsafeMake(`2026-03-14T${time}+08:00`).epochMillis)
  const bot = recordingBot()
  const called: Array<string> = []
  const monitor: { answers: Array<readonly [status: number, body: string]>; usual: readonly [status: number, body: string] } = {
    answers: [],
    usual: [200, "OK"]
  }
  const client = Layer.succeed(HttpClient.HttpClient, HttpClient.make((request, url) =>
    Effect.map(Clock.currentTimeMillis, (at) => {
      called.push(`${timeOf(at)} ${request.method} ${url.href}`)
      const [status, body] = monitor.answers.shift() ?? monitor.usual
      return HttpClientResponse.fromWeb(request, new Response(body, { status }))
    })
  ))
  const service = testService({ at: "", clock, bot, config: { file: members({ heartbeat_url: address, ...changes }) } })
  return { ...service, bot, clock, called, monitor, layer: Layer.provideMerge(Layer.provide(Heartbeat.layer, client), service.layer) }
}

// Rule 7.30.
describe("the heartbeat", () => {
  it.scoped("comes each hour and after the settlement, also while a day awaits its figure", () => {
    const { called, clock, layer } = begin("21:58:00", { cutoff_time: "22:30", amount_source: { kind: "none" } })
    return Effect.gen(function*() {
      yield* clock.pass("70 minutes")
      assert.deepStrictEqual(called.map((call) => call.replace(/:\d\d GET/, " GET")),
        ["22:00", "22:30", "23:00"].map((time) => `${time} GET ${address}`))
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is withheld while a message is refused, and one that is not taken stops nothing", () => {
    const { bot, called, clock, layer, monitor } = begin("21:58:00", { cutoff_time: "22:30" })
    bot.script.push(Effect.succeed(delivery("permanent")))
    monitor.usual = [404, ""]
    return Effect.gen(function*() {
      yield* clock.pass("70 minutes")
      assert.deepStrictEqual(called.map((call) => call.slice(0, 5)), ["22:00"])
    }).pipe(Effect.provide(layer))
  })

  for (
    const [name, answers, calls] of [
      ["is made again within two minutes if it was lost, and then no more", [[503, ""], [503, ""]], 3],
      ["is given up until the next hour after two more that were lost", [[503, ""], [429, ""], [500, ""]], 3],
      ["is not made again for a monitor that does not know it", [[200, "OK (not found)"]], 1],
      ["is not made again for a monitor that refuses it", [[200, "{\"ok\":false,\"msg\":\"Monitor not found\"}"]], 1]
    ] as ReadonlyArray<readonly [string, ReadonlyArray<readonly [number, string]>, number]>
  ) {
    it.scoped(name, () => {
      const { called, clock, layer, monitor } = begin("21:58:00", { cutoff_time: "23:30" })
      monitor.answers.push(...answers)
      const warned: Array<string> = []
      const logger = Logger.make(({ message }) => void warned.push(String(message)))
      return Effect.gen(function*() {
        yield* clock.pass("50 minutes")
        assert.lengthOf(called, calls, called.join("\n"))
        assert.isTrue(called.every((call) => call < "22:02"))
        assert.lengthOf(warned.filter((line) => line.includes("heartbeat not taken")), answers.length)
        if (answers[0]?.[1].startsWith("OK") === true)
          assert.include(warned.join("\n"), "heartbeat not taken: the monitor says \"not found\": copy heartbeat_url from it again")
      }).pipe(Effect.provide(layer), Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
    })
  }
})
