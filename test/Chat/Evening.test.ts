import { Headers, HttpClient, HttpClientError, type HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, TestClock } from "effect"
import { readFileSync } from "node:fs"
import * as BotMemory from "../../src/Chat/BotMemory.ts"
import * as ChatSettings from "../../src/Chat/ChatSettings.ts"
import * as ConfiguredBot from "../../src/Chat/ConfiguredBot.ts"
import type { Cents } from "../../src/Domain/Amount.ts"
import type { Announcement } from "../../src/Domain/Announcement.ts"
import { named } from "../../src/Domain/Command.ts"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { testing } from "../../src/Domain/Messages.ts"
import { Ledger } from "../../src/Ledger.ts"
import { Notifier } from "../../src/Notifier.ts"
import { type BotDoubleAnswer, type BotDoubleRequest } from "../lib/BotDouble.ts"
import { productsTonight, type ProductTonight } from "../lib/doubles/ProductsTonight.ts"
import { members, testService } from "../lib/TestService.ts"

const friday = "2026-11-20" as LocalDate

const faults = ["delivered", "format", "permanent", "transient", "unknown"] as const
type Fault = (typeof faults)[number]

const requestOf = ({ body, headers, method }: HttpClientRequest.HttpClientRequest, url: URL): BotDoubleRequest => {
  const text = body._tag === "Uint8Array" ? Buffer.from(body.body).toString("utf8") : ""
  return { method, url, headers: { ...headers }, body: text, json: text === "" ? {} : JSON.parse(text) }
}

/** What the product is asked for, and whether each request became a message in the group. */
const network = (product: ProductTonight, broken: { next: Exclude<Fault, "delivered"> | null }) => {
  const arrived: Array<{ readonly at: number; readonly body: string }> = []
  const answer = product.open()
  const client = HttpClient.make((request, url) =>
    Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const asked = requestOf(request, url)
      const fault = broken.next
      broken.next = null
      if (fault === null || fault === "unknown") arrived.push({ at: now, body: asked.body })
      if (fault === "unknown") {
        // The message is in the group, and the connection ends before the reply.
        const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })
        return yield* new HttpClientError.RequestError({ request, reason: "Transport", cause })
      }
      const { body = "", headers = {}, status = 200 }: BotDoubleAnswer = fault === null
        ? answer(asked, now)
        : product.refusals[fault]
      const text = typeof body === "string" ? body : JSON.stringify(body)
      // The bot reads only these members.
      return {
        request,
        status,
        headers: Headers.fromInput(headers),
        text: Effect.succeed(text)
      } as unknown as HttpClientResponse.HttpClientResponse
    })
  )
  return { arrived, client }
}

const minutes = (millis: number): string => millis < 60_000 ? "again" : `${Math.floor(millis / 60_000)} min later`

/** Reminder, entry, correction, settlement and a test message; the product fails once, when the entry is announced. */
const evening = (product: ProductTonight, fault: Fault) => {
  const broken: { next: Exclude<Fault, "delivered"> | null } = { next: null }
  const { arrived, client } = network(product, broken)
  const chat = Layer.provide(ConfiguredBot.layer, [ChatSettings.layer, Layer.succeed(HttpClient.HttpClient, client), BotMemory.stored])
  const config = { file: members({ remind_minutes: 60, public_url: "https://shop.example", ...product.settings }) }
  const service = testService({ at: `${friday}T21:59:00+08:00`, config, chat, watch: "1 hour" })
  return Effect.gen(function*() {
    const ledger = yield* Ledger
    const notifier = yield* Notifier
    const enter = (cents: number, reason: string) =>
      ledger.carryOut({ _tag: "Correct", date: friday, cents: cents as Cents, reason }, named("小王"))
    yield* TestClock.adjust("5 minutes")
    broken.next = fault === "delivered" ? null : fault
    yield* enter(330_000, "")
    yield* TestClock.adjust("15 minutes")
    yield* enter(338_800, "补记外卖")
    yield* TestClock.adjust("45 minutes")
    const stored = (yield* ledger.book).byDate.get(friday)
    const test = yield* notifier.testPush(testing({ date: friday, cents: undefined, reason: "测试推送", actor: "admin" }, stored))
    const messages = (yield* notifier.list({ limit: 10 })).toReversed()
    return { arrived, messages, test }
  }).pipe(Effect.provide(service.layer))
}

type Evening = Effect.Effect.Success<ReturnType<typeof evening>>

/** What happened to the message about the entry, as the list of messages has it. */
const told = ({ messages }: Evening): string => {
  const attempts = messages[1]?.attempts ?? []
  return attempts.map(({ at, format, verdict }, index) => {
    const before = attempts[index - 1]
    return `${before?.format === format ? `${minutes(at - before.at)} ` : ""}${format} ${verdict}`
  }).join(", ")
}

const kinds: ReadonlyArray<Announcement["kind"]> = ["reminder", "entered", "corrected", "daily"]

const table = (rows: ReadonlyArray<readonly [title: string, cells: ReadonlyArray<string>]>): string =>
  [
    `| product | ${faults.map((fault) => fault === "format" ? "refused format" : fault).join(" | ")} |`,
    `|---|${faults.map(() => "---").join("|")}|`,
    ...rows.map(([title, cells]) => `| ${title} | ${cells.join(" | ")} |`)
  ].join("\n")

// Rules 7.5, 7.6, 7.7, 7.8, 7.11 and 7.23.
describe("an evening", () => {
  const rows: Array<readonly [title: string, cells: ReadonlyArray<string>]> = []

  for (const product of productsTonight) {
    it.scoped(`reaches the group in ${product.title}, whichever way it fails once`, () =>
      Effect.gen(function*() {
        const cells: Array<string> = []
        for (const fault of faults) {
          const tonight = yield* evening(product, fault)
          const { arrived, messages, test } = tonight
          const what = `${product.title}, ${fault}`
          assert.deepStrictEqual(messages.map(({ announcement }) => announcement?.kind), [...kinds], what)
          // One message fails, and only where a person has to act; all others arrive, in their order.
          const failed = messages.filter(({ state }) => state === "failed").map(({ announcement }) => announcement?.kind)
          const isLost = fault === "permanent" || (fault === "format" && product.title === "Standard Webhooks")
          assert.deepStrictEqual(failed, isLost ? ["entered"] : [], what)
          assert.isEmpty(messages.filter(({ state }) => state === "pending"), what)
          assert.strictEqual(arrived.length, 5 - (isLost ? 1 : 0) + (fault === "unknown" ? 1 : 0), what)
          assert.deepStrictEqual(arrived.map(({ at }) => at), arrived.map(({ at }) => at).toSorted((one, other) => one - other), what)
          const end = test.at(-1)?.verdict
          assert.strictEqual(end, product.title === "Teams" ? "accepted" : "delivered", what)
          cells.push(told(tonight))
        }
        rows.push([product.title, cells])
      }))
  }

  it("is in the documents as it ran", () => {
    const page = readFileSync(new URL("../../docs/chat.md", import.meta.url), "utf8")
    if (!page.includes(table(rows))) assert.fail(`docs/chat.md lacks this table:\n${table(rows)}`)
  })
})
