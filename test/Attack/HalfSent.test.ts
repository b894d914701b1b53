import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, TestClock } from "effect"
import { createHash } from "node:crypto"
import * as Gate from "../../src/Http/Access/Gate.ts"
import { createToken, device } from "../lib/Browser.ts"
import { connect, head, httpService, jsonBody, raw, rawAdmin } from "../lib/HttpService.ts"
import { changes, type Place } from "../lib/Places.ts"
import { delivered, recordingBot } from "../lib/RecordingBot.ts"
import { members } from "../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"
const json = { "content-type": "application/json" }
const csv = { "content-type": "text/csv" }

/** Of the test's configuration file. */
const hash = createHash("sha256").update(JSON.stringify(members())).digest("hex")

/** For each change that reads a body, a body that is accepted; `name` is new each time. */
const bodies: Readonly<Record<string, (name: string) => readonly [headers: Record<string, string>, body: string]>> = {
  "PUT /api/admin/turnover": () => [json, `{"date":"2025-12-09","amount":3388}`],
  "DELETE /api/admin/turnover/2025-12-08": () => [json, `{"reason":"typed twice"}`],
  "POST /api/admin/changes/4711/undo": () => [json, `{"reason":"typed twice"}`],
  "PUT /api/admin/days/2025-12-08": (name) => [json, `{"note":"rain ${name}"}`],
  "PUT /api/feed/2025-12-08": (name) => [json, `{"amount":${name}}`],
  "POST /api/admin/test_push": () => [json, `{"reason":"a test"}`],
  "POST /api/admin/notifications/4711/resend": () => [json, `{"chat":"main"}`],
  "POST /api/admin/notifications/resend": () => [json, `{"send":"none"}`],
  "PUT /api/admin/goals/2025-12": (name) => [json, `{"goal":${name}}`],
  "PUT /api/admin/settings": (name) => [json, JSON.stringify({ hash, set: { shop_name: `Shop ${name}` } })],
  "POST /api/admin/import": () => [csv, "2025-12-07,3388.00\r\n"],
  "POST /api/admin/tokens": (name) => [json, `{"name":"new ${name}","role":"admin"}`],
  "PATCH /api/admin/tokens/4711": () => [json, `{"role":"admin"}`],
  "POST /api/admin/invitations": (name) => [json, `{"name":"guest ${name}","role":"admin"}`],
  // Its name is the code of a screen.
  "POST /api/admin/screens": (name) => [json, `{"code":"${name}"}`]
}

const screenCode = Effect.map(raw("/api/session/screen", { method: "POST" }), (answer) => String(answer.json()["code"]))

const needsRole = ({ need }: Place) => need === "feed" || need === "entry" || need === "manager" || need === "admin"

const slow = changes.flatMap((place) => {
  const body = bodies[`${place.method} ${place.path}`]
  return body === undefined ? [] : [{ ...place, body }]
})

/** The stored effects of a change, without the tokens that the test itself uses. */
const stored = Effect.gen(function*() {
  const parts = yield* Effect.forEach(["/api/audit", "/api/admin/notifications", "/api/days/2025-12-08", "/api/admin/tokens"],
    (path) => rawAdmin(path))
  const [audit, messages, day, tokens] = parts.map((answer) => answer.json())
  const { items } = tokens as unknown as { readonly items: ReadonlyArray<{ readonly name: string; readonly role: string }> }
  const { server_now: _, ...shown } = day as Record<string, unknown>
  return [
    audit,
    (messages as { readonly counts: object }).counts,
    shown["day"] ?? shown,
    items.filter(({ name }) => !name.startsWith("thief"))
      .map(({ name, role }) => [name, role])
  ]
})

const admin = (path: string, method: string, body: Record<string, unknown> = {}) => rawAdmin(path, { ...jsonBody(body), method })

/** The id of the newest message. */
const newestMessage = Effect.map(rawAdmin("/api/admin/notifications"), (answer) => {
  const { items } = answer.json() as unknown as { readonly items: ReadonlyArray<{ readonly id: number }> }
  return items[0]?.id ?? 0
})

/** A bot that refuses every message, so that each can be sent again. */
const refusingBot = () => {
  const bot = recordingBot()
  bot.script.push(...Array.from({ length: 50 }, () => Effect.succeed({ ...delivered, verdict: "transient" as const })))
  return bot
}

/** Completed when the gate has let the next request pass. */
let passedGate: Deferred.Deferred<void> | undefined

const watchedGate = Layer.effect(
  Gate.Gate,
  Effect.map(Gate.Gate, ({ crossSite, guard, visitor }) => ({
    crossSite,
    visitor,
    guard: (need, app) =>
      guard(need, Effect.zipRight(Effect.suspend(() =>
        passedGate === undefined ? Effect.void : Deferred.succeed(passedGate, undefined)
      ), app))
  } satisfies typeof Gate.Gate.Service))
).pipe(Layer.provide(Gate.layer))

let count = 0

/**
 * Sends the head and the beginning of a body; once the gate has let the request pass, runs `meanwhile` and sends the rest. Returns
 * the status and the code of the response.
 */
const sentSlowly = <E, R>(
  place: typeof slow[number],
  path: string,
  credential: Record<string, string>,
  meanwhile: Effect.Effect<unknown, E, R>
) =>
  Effect.scoped(Effect.gen(function*() {
    const connection = yield* connect
    const [headers, body] = place.body(place.path.endsWith("/screens") ? yield* screenCode : String(++count))
    passedGate = yield* Deferred.make<void>()
    yield* connection.send(
      `${head(place.method, path, { ...headers, ...credential, "content-length": Buffer.byteLength(body), connection: "close" })}${
        body.slice(0, 5)
      }`
    )
    yield* Deferred.await(passedGate)
    passedGate = undefined
    yield* meanwhile
    yield* connection.send(body.slice(5))
    const answer = yield* connection.closed
    return [Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), /"error":"(\w+)"/.exec(answer)?.[1]]
  }))

/** An author who may do all of it, by a token and by a device, and what happens to that right. */
const losses = {
  "its token is revoked": {
    lose: (id: number, _session: number) => admin(`/api/admin/tokens/${id}`, "DELETE"),
    refused: [401, "unauthorized"]
  },
  "its token gets the role view": {
    lose: (id: number) => admin(`/api/admin/tokens/${id}`, "PATCH", { role: "view" }),
    refused: [403, "forbidden"]
  },
  "its device is signed out": {
    lose: (_id: number, session: number) => admin(`/api/admin/sessions/${session}`, "DELETE"),
    refused: [401, "unauthorized"]
  }
} as const

/** One service with about ten requests per place. */
const patience = 120_000

// Rule 8.13.
describe("a change whose body is sent slowly", () => {
  it("is tested for each change that reads a body", () => {
    const others = changes.filter((place) =>
      needsRole(place) && !slow.some(({ method, path }) => method === place.method && path === place.path)
    )
    assert.deepStrictEqual(others.map(({ method, path }) => `${method} ${path}`).sort(), [
      "DELETE /api/admin/invitations/4711",
      "DELETE /api/admin/notifications/4711",
      "DELETE /api/admin/sessions/4711",
      "DELETE /api/admin/tokens/4711",
      "POST /api/admin/reload_cutoff",
      // They read a body but change nothing.
      "POST /api/admin/settings/try",
      "POST /api/admin/source/try"
    ])
    assert.strictEqual(slow.length, Object.keys(bodies).length)
  })

  for (const place of slow) {
    it.scoped(`is refused at ${place.method} ${place.path}, and stores nothing, where the right ends before the body does`, () =>
      Effect.gen(function*() {
        const target = yield* createToken("target", "view")
        const figure = rawAdmin("/api/admin/turnover", jsonBody({ date: "2025-12-08", amount: 1 }))
        const isUndo = place.path.endsWith("/undo")
        const isResend = place.path.endsWith("/resend")
        const entered = isUndo || isResend ? Number((yield* figure).json()["id"]) : 0
        const named = isUndo ? entered : isResend ? yield* newestMessage : target.id
        const isPush = place.need === "feed"
        const role = isPush ? "feed" : "admin"
        const path = isPush ? place.path.replace("2025-12-08", "2025-12-09") : place.path.replace("4711", String(named))
        for (const [index, { lose, refused }] of Object.values(losses).entries()) {
          const { id, secret } = yield* createToken(`thief ${index}`, role)
          // A till does not sign in on a device.
          if (isPush && index === 2)
            continue
          const phone = isPush ? { session: 0, cookie: "" } : yield* device({ token: secret })
          if (place.method === "DELETE")
            yield* figure
          const before = yield* stored
          const byDevice = index === 2
          const credential: Record<string, string> = byDevice
            ? { cookie: phone.cookie, "sec-fetch-site": "same-origin" }
            : { "x-admin-token": secret }
          assert.deepStrictEqual(yield* sentSlowly(place, path, credential, lose(id, phone.session)), [...refused])
          assert.deepStrictEqual(yield* stored, before)
        }
        if (place.method === "DELETE")
          yield* figure
        // The bot's rate limit starts with an empty bucket.
        yield* TestClock.adjust("1 second")
        const { secret } = yield* createToken("thief who stays", role)
        assert.deepStrictEqual(yield* sentSlowly(place, path, { "x-admin-token": secret }, Effect.void), [200, undefined])
      }).pipe(
        Effect.provide(
          httpService({ at, bot: place.path.endsWith("/resend") ? refusingBot() : recordingBot(), checks: { gate: watchedGate } }).layer
        )
      ), patience)
  }
})
