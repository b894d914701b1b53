import { HttpClient, HttpClientResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer } from "effect"
import * as Heartbeat from "../src/Heartbeat.ts"
import { delivery } from "./Chat/Samples.ts"
import { quickClock } from "./lib/QuickClock.ts"
import { recordingBot } from "./lib/RecordingBot.ts"
import { members, testService } from "./lib/TestService.ts"

const address = "https://hc-ping.example/0f1e2d3c-token"

const timeOf = (at: number) => DateTime.formatIso(DateTime.addDuration(DateTime.unsafeMake(at), "8 hours")).slice(11, 16)

const begin = (time: string, changes: object = {}) => {
  const clock = quickClock(DateTime.unsafeMake(`2026-03-14T${time}+08:00`).epochMillis)
  const bot = recordingBot()
  const called: Array<string> = []
  const monitor = { status: 200 }
  const client = Layer.succeed(HttpClient.HttpClient, HttpClient.make((request, url) =>
    Effect.map(Clock.currentTimeMillis, (at) => {
      called.push(`${timeOf(at)} ${request.method} ${url.href}`)
      return HttpClientResponse.fromWeb(request, new Response("", { status: monitor.status }))
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
      assert.deepStrictEqual(called, ["22:00", "22:30", "23:00"].map((time) => `${time} GET ${address}`))
    }).pipe(Effect.provide(layer))
  })

  it.scoped("is withheld while a message is refused, and one that is not taken stops nothing", () => {
    const { bot, called, clock, layer, monitor } = begin("21:58:00", { cutoff_time: "22:30" })
    bot.script.push(Effect.succeed(delivery("permanent")))
    monitor.status = 404
    return Effect.gen(function*() {
      yield* clock.pass("70 minutes")
      assert.deepStrictEqual(called.map((call) => call.slice(0, 5)), ["22:00"])
    }).pipe(Effect.provide(layer))
  })
})
