import { HttpClient, HttpClientError, HttpClientResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { checkHeartbeat } from "../../src/Doctor/Heartbeat.ts"
import { settings } from "../lib/SoundShop.ts"

const checked = (heartbeat_url: string, fault?: Error) => {
  const called: Array<string> = []
  const client = HttpClient.make((request, url) => {
    called.push(url.href)
    return fault === undefined
      ? Effect.succeed(HttpClientResponse.fromWeb(request, new Response("", { status: 404 })))
      : Effect.fail(new HttpClientError.RequestError({ request, reason: "Transport", cause: fault }))
  })
  return Effect.provideService(
    Effect.map(checkHeartbeat(settings({ heartbeat_url })),
      (checks) => ({ called, said: checks.map(({ detail, status }) => `${status} ${detail}`) })),
    HttpClient.HttpClient,
    client
  )
}

describe("the doctor's check of heartbeat_url", () => {
  it.effect("asks its host alone: a call would say that the service works", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* checked(""), { called: [], said: [] })
      const reached = yield* checked("https://hc-ping.example/0f1e2d3c-token")
      assert.deepStrictEqual(reached.called, ["https://hc-ping.example/"])
      assert.match(reached.said.join(), /^ok hc-ping\.example answers/)
      const refused = yield* checked("https://hc-ping.example/0f1e2d3c-token",
        Object.assign(new Error("no"), { code: "ECONNREFUSED", syscall: "connect" }))
      assert.match(refused.said.join(), /^warning The monitor's address refuses connections/)
    }))
})
