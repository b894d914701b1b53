import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { httpService, jsonBody, raw, rawAdmin } from "./lib/HttpService.ts"

const at = "2025-12-09T22:59:00+08:00"

interface Line {
  readonly message: string
  readonly service?: string
  readonly request_id?: string
}

const parse = (lines: ReadonlyArray<string>): ReadonlyArray<Line> => lines.map((text) => JSON.parse(text))

const messagesOf = (lines: ReadonlyArray<Line>, ...services: ReadonlyArray<string>) =>
  lines.filter((line) => services.includes(line.service ?? "")).map(({ message }) => message)

describe("LOG_LEVEL=debug", () => {
  it.scoped("follows a request by its id from the front through the ledger to its answer", () => {
    const debugLines: Array<string> = []
    return Effect.gen(function*() {
      yield* rawAdmin("/api/admin/turnover", {
        ...jsonBody({ date: "2025-12-08", amount: 12.5 }),
        method: "PUT",
        headers: { "content-type": "application/json", "x-request-id": "traced-1" }
      })
      const own = parse(debugLines).filter((line) => line.request_id === "traced-1").map(({ message }) => message)
      assert.deepStrictEqual(own, ["request received", "days committed", "request answered"])
    }).pipe(Effect.provide(httpService({ at, debugLines }).layer))
  })

  it.scoped("names a figure that is answered from memory", () => {
    const debugLines: Array<string> = []
    return Effect.gen(function*() {
      yield* raw("/api/metrics")
      assert.include(messagesOf(parse(debugLines), "http"), "request answered from memory")
    }).pipe(Effect.provide(httpService({ at, debugLines }).layer))
  })

  it.scoped("follows a settlement and the delivery of its message", () => {
    const debugLines: Array<string> = []
    return Effect.gen(function*() {
      yield* TestClock.adjust("2 minutes")
      const lines = parse(debugLines)
      // At the start no run is due, at the cutoff the day is settled, and on the next hour it is already done.
      assert.deepStrictEqual(messagesOf(lines, "ledger", "scheduler").filter((message) => / (?:decided|committed)$/.test(message)), [
        "settlement decided",
        "days committed",
        "settlement decided",
        "settlement decided"
      ])
      assert.deepStrictEqual(
        messagesOf(lines, "notifier"),
        ["message attempt begins", "push delivered", "message state stored"]
      )
    }).pipe(Effect.provide(httpService({ at, debugLines }).layer))
  })
})
