import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { createRequire } from "node:module"
import { compose } from "../../src/Chat/Message.ts"
import { signatures, webhook } from "../../src/Chat/Webhook.ts"
import { at, botDouble, type BotDoubleRequest } from "../lib/BotDouble.ts"
import { checkSizes, checkVerdicts, daily, judgedBy, linked, sendTo, type VerdictRow } from "../lib/ChatProducts.ts"
import { cents, day, digest, shop } from "./Samples.ts"

/** An implementation by others, which is CommonJS. It throws for a wrong signature or age. */
const { Webhook } = createRequire(import.meta.url)("standardwebhooks") as {
  readonly Webhook: new(secret: string) => { readonly verify: (body: string, headers: Readonly<Record<string, string>>) => unknown }
}

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const next = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

const headersOf = ({ headers }: BotDoubleRequest) =>
  Object.fromEntries(["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, String(headers[name])]))

const receiver = (key: string) => (request: BotDoubleRequest) => {
  try {
    new Webhook(key).verify(request.body, headersOf(request))
    return { status: 204 }
  } catch {
    return { status: 401 }
  }
}

describe("a receiver by Standard Webhooks", () => {
  it("gets the signature of a vector that is known to be right", () =>
    assert.strictEqual(
      signatures(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, "{\"test\": 2432232314}"),
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    ))

  it.scopedLive("accepts every message by somebody else's check, also while its secret is replaced", () =>
    Effect.gen(function*() {
      for (const key of [secret, next]) {
        const bot = yield* botDouble(receiver(key))
        for (
          const announcement of [daily, day(), digest, day({ kind: "corrected", reason: "长\"".repeat(9_000), note: "店".repeat(9_000) })]
        ) {
          const { detail, verdict } = yield* sendTo("webhook", `${bot.origin}/hook`, {
            ...linked,
            announcement,
            format: "text",
            secret: Redacted.make(`${secret} ${next}`)
          })
          assert.strictEqual(verdict, "delivered", detail)
        }
        assert.isTrue(bot.requests.every(({ headers }) => /^turnover-test-\d+-main$/.test(String(headers["webhook-id"]))))
      }
      const other = yield* botDouble(receiver(next))
      assert.strictEqual((yield* sendTo("webhook", `${other.origin}/hook`, { format: "text", secret: Redacted.make(secret) })).verdict,
        "permanent")
    }))

  it("gets the same id and body at each attempt, and the attempt's own instant", () => {
    const body = webhook.message(compose(daily, linked), "text")
    const request = (now: number) =>
      webhook.request(body, { address: "https://x.example/", secret, now, id: "here-7-main", at: 1_765_292_400_000 })
    const [first, second] = [request(1_765_292_401_000), request(1_765_292_500_900)]
    assert.strictEqual(first.body, second.body)
    assert.deepStrictEqual([first, second].map(({ headers }) => [headers?.["webhook-id"], headers?.["webhook-timestamp"]]), [
      ["here-7-main", "1765292401"],
      ["here-7-main", "1765292500"]
    ])
    assert.strictEqual(at(JSON.parse(first.body ?? ""), "timestamp"), "2025-12-09T15:00:00.000Z")
  })

  it("is sent unsigned without a secret", () => {
    const { headers, secrets } = webhook.request({}, { address: "https://x.example/", secret: "", now: 1_000, id: "here-7-main", at: 0 })
    assert.deepStrictEqual(headers, { "webhook-id": "here-7-main", "webhook-timestamp": "1" })
    assert.deepStrictEqual(secrets, [])
  })

  it("reads the facts as they are", () => {
    const dataOf = (announcement: Parameters<typeof compose>[0]) =>
      webhook.message(compose(announcement, { ...shop, shopName: "<店>" }), "text")
    const { data, type } = dataOf(
      day({ kind: "corrected", before: cents(410_000), source: "manual", reason: "a@b\nc", actor: "小王" })
    ) as {
      readonly type: string
      readonly data: Readonly<Record<string, unknown>>
    }
    assert.strictEqual(type, "turnover.day.corrected")
    const { text, ...facts } = data
    assert.deepStrictEqual(facts, {
      shop: "<店>",
      currency: "CNY",
      date: "2025-12-09",
      amount: 3629.76,
      source: "manual",
      is_final: true,
      before: 4100,
      reason: "a@b c",
      actor: "小王",
      note: ""
    })
    assert.match(String(text), /^更正 12月9日 ¥4,100 → ¥3,629.76\n/)
    assert.deepStrictEqual(
      [daily, day({ kind: "entered" }), digest, day({ kind: "test" })].map((announcement) => at(dataOf(announcement), "type")),
      ["turnover.day.settled", "turnover.day.entered", "turnover.import", "turnover.test"]
    )
    assert.strictEqual(at(dataOf(daily), "data", "note"), "晚上下雨")
  })

  const verdicts: ReadonlyArray<VerdictRow> = [
    [200, "", "delivered"],
    [202, "thanks", "delivered"],
    [204, "", "delivered"],
    [301, "", "permanent"],
    [307, "", "permanent"],
    [400, "", "permanent", /chat_secret/],
    [401, "", "permanent"],
    [403, "", "permanent"],
    [404, "", "permanent", /chat_webhook_url/],
    [409, "", "permanent"],
    [410, "", "permanent", /wants no more messages/],
    [413, "", "permanent"],
    [422, "", "permanent"],
    [408, "", "transient"],
    [429, "", "transient"],
    [500, "", "transient"],
    [502, "", "transient"],
    [503, "", "transient"],
    [504, "", "transient"]
  ]
  it("is judged by its status alone, and Retry-After counts on each", () => {
    checkVerdicts(webhook, verdicts)
    for (const status of [429, 502, 503, 504])
      assert.strictEqual(judgedBy(webhook)(status, "", { "retry-after": "9" }).retryAfterMillis, 9_000)
  })

  it("gets a body under 20 KB", () =>
    checkSizes(webhook, (body) => {
      const { body: sent = "" } = webhook.request(body, { address: "https://x.example/", secret, now: 0, id: "x", at: 0 })
      assert.isAtMost(Buffer.byteLength(sent), 20_480)
    }))
})
