import { Headers, HttpClient, type HttpClientResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { join } from "node:path"
import { backUp } from "../../src/Backup/BackupFile.ts"
import { restore } from "../../src/Backup/Restore.ts"
import * as BotMemory from "../../src/Chat/BotMemory.ts"
import { chatSettings, configuredBots } from "../../src/Chat/ChatBot.ts"
import { named } from "../../src/Domain/Command.ts"
import { Ledger } from "../../src/Ledger.ts"
import { temporaryFolder } from "../Database/TestFile.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { cents, date } from "../lib/Stored.ts"
import { members, testService } from "../lib/TestService.ts"

interface Received {
  readonly id: string
  readonly date: string
}

/** A receiver by Standard Webhooks, and a service on a file that sends to it. */
const installation = Effect.map(temporaryFolder, (folder) => {
  const file = join(folder, "turnover.db")
  const received: Array<Received> = []
  let status = 204
  const client = HttpClient.make((request) =>
    Effect.sync(() => {
      const body = request.body._tag === "Uint8Array" ? JSON.parse(Buffer.from(request.body.body).toString("utf8")) : {}
      received.push({ id: request.headers["webhook-id"] ?? "", date: body.data.date })
      return { request, status, headers: Headers.empty, text: Effect.succeed("") } as unknown as HttpClientResponse.HttpClientResponse
    })
  )
  const chat = Layer.provide(configuredBots, [chatSettings, Layer.succeed(HttpClient.HttpClient, client), BotMemory.stored])
  const clock = quickClock(DateTime.unsafeMake("2026-11-20T10:00:00+08:00").epochMillis)
  const config = {
    file: members({ chat_webhook_url: "https://receiver.example/", chat_kind: "webhook", chat_secret: `whsec_${"A".repeat(32)}` })
  }
  /** Runs a service, which enters an amount for each day and sends what it can. */
  const run = (...days: ReadonlyArray<string>) =>
    Effect.gen(function*() {
      const ledger = yield* Ledger
      for (const day of days) {
        yield* clock.pass("1 second")
        yield* ledger.carryOut({ _tag: "Correct", date: date(day), cents: cents(100), reason: "" }, named("小王"))
      }
      for (let seconds = 0; seconds < 40; seconds++) yield* clock.pass("10 seconds")
    }).pipe(Effect.provide(testService({ at: "", clock, config, chat, database: `file:${file}` }).layer))
  return {
    file,
    run,
    received,
    respond: (next: number) => {
      status = next
    },
    idsOf: (day: string) => [...new Set(received.filter(({ date }) => date === day).map(({ id }) => id))]
  }
})

// Rule 7.23.
describe("the id of a message to a webhook", () => {
  it.scoped("is used again by no message that a restored database has in its place, and kept by one that waits in it", () =>
    Effect.gen(function*() {
      const { file, idsOf, received, respond, run } = yield* installation
      yield* run("2026-11-16")
      respond(503)
      yield* run("2026-11-17")
      const backup = `${file}.backup`
      yield* backUp({ source: file, target: backup, replace: false })
      respond(204)
      yield* run("2026-11-18")
      const sent = received.length
      yield* restore({ backup, database: file })
      yield* run("2026-11-19")
      assert.deepStrictEqual(received.slice(sent).map(({ date }) => date), ["2026-11-17", "2026-11-19"])
      // The receiver has it already.
      assert.lengthOf(idsOf("2026-11-17"), 1)
      const ids = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"].map(idsOf)
      assert.lengthOf(new Set(ids.flat()), 4)
      for (const [id = ""] of ids) assert.match(id, /^[0-9a-f]{16}-\d+-[0-9a-z]+-main$/)
    }))
})
