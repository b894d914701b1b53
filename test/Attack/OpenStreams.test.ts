import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { anotherProgram, temporaryFile } from "../Database/TestFile.ts"
import { createToken, device } from "../lib/Browser.ts"
import { connect, type Connection, head, httpService, jsonBody, rawAdmin, token } from "../lib/HttpService.ts"
import { members } from "../lib/TestService.ts"

const at = "2025-12-09T13:14:40+08:00"

const privately = { file: members({ access: "private" }) }

const service = Effect.provide(httpService({ at, config: privately }).layer)

/** An open event stream of a client that sends these headers. It was opened in its plainest form, or through the handlers. */
const watching = (headers: Record<string, string>, path = "/api/events") =>
  Effect.gen(function*() {
    const connection = yield* connect
    yield* connection.send(head("GET", path, headers))
    yield* connection.heard(/"tick"/)
    return connection
  })

const withToken = (secret: string) => watching({ "x-admin-token": secret })

/** How long a stream may stay open after its credential has ended. */
const soon = TestClock.adjust("1 second")

/** Waits for the last chunk of the response, complete and in order. */
const ends = (connection: Connection) => connection.heard(/\n\n\r\n0\r\n\r\n$/)

/** Waits for a further comment. */
const stays = (connection: Connection) =>
  Effect.gen(function*() {
    const { length } = yield* connection.heard(/^/)
    yield* TestClock.adjust("2 seconds")
    yield* connection.heard(new RegExp(`^[^]{${length}}[^]*:\n\n\r\n$`))
  })

const revoke = (id: number) => rawAdmin(`/api/admin/tokens/${id}`, { method: "DELETE" })

// Rules 8.3 and 8.10.
describe("an open event stream of a private service", () => {
  it.scoped("ends within a second when its token is revoked, and those of others stay", () =>
    Effect.gen(function*() {
      const [one, two] = [yield* createToken("屏幕", "view"), yield* createToken("老板", "view")]
      const revoked = [yield* withToken(one.secret), yield* watching({ "x-admin-token": one.secret }, "/api/events?_=1")]
      const others = [yield* withToken(two.secret), yield* withToken(token)]
      yield* soon
      yield* revoke(one.id)
      yield* soon
      for (const connection of revoked) yield* ends(connection)
      for (const connection of others) yield* stays(connection)
    }).pipe(service))

  it.scoped("ends within a second when its session is signed out, and when its device is removed", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("老板", "view")
      const [phone, tablet, laptop] = [yield* device({ token: secret }), yield* device({ token: secret }), yield* device({ token: secret })]
      const streams = [
        yield* watching({ cookie: phone.cookie }),
        yield* watching({ cookie: tablet.cookie }),
        yield* watching({ cookie: laptop.cookie })
      ] as const
      yield* phone.ask("/api/session", { method: "DELETE" })
      yield* rawAdmin(`/api/admin/sessions/${tablet.session}`, { method: "DELETE" })
      yield* soon
      yield* ends(streams[0])
      yield* ends(streams[1])
      yield* stays(streams[2])
    }).pipe(service))

  it.scoped("ends when its role is no longer enough", () =>
    Effect.gen(function*() {
      const { id, secret } = yield* createToken("对账", "manager")
      const stream = yield* withToken(secret)
      const change = (role: string) => rawAdmin(`/api/admin/tokens/${id}`, { ...jsonBody({ role }), method: "PATCH" })
      yield* change("view")
      yield* stays(stream)
      yield* change("feed")
      yield* soon
      yield* ends(stream)
    }).pipe(service))

  it.scoped("ends when its token expires, with no change in the database", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("屏幕", "view", { expires_on: "2025-12-09" })
      const stream = yield* withToken(secret)
      yield* stays(stream)
      yield* TestClock.adjust("8 seconds")
      yield* ends(stream)
    }).pipe(Effect.provide(httpService({ at: "2025-12-09T23:59:50+08:00", config: privately }).layer)))

  it.scoped("ends when another process revokes its token", () =>
    Effect.flatMap(temporaryFile, (file) =>
      Effect.gen(function*() {
        const other = yield* anotherProgram(file)
        const { secret } = yield* createToken("屏幕", "view")
        const stream = yield* withToken(secret)
        yield* stays(stream)
        other.exec("UPDATE token SET revoked_at = 1")
        yield* soon
        yield* ends(stream)
      }).pipe(Effect.provide(httpService({ at, config: privately, database: `file:${file}` }).layer))))

  it.scoped("ends when a person signs in on too many devices, for the oldest of them", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("老板", "view")
      const phone = yield* device({ token: secret })
      const stream = yield* watching({ cookie: phone.cookie })
      yield* Effect.replicateEffect(device({ token: secret }), 50, { discard: true })
      yield* soon
      yield* ends(stream)
      assert.strictEqual((yield* phone.ask("/api/metrics")).status, 401)
    }).pipe(service))

  it.scoped("does not count as a use: only requests prolong a session", () =>
    Effect.gen(function*() {
      const { secret } = yield* createToken("屏幕", "view")
      const stream = yield* withToken(secret)
      const used = Effect.map(rawAdmin("/api/admin/tokens"), (answer) =>
        (answer.json()["items"] as ReadonlyArray<{ readonly name: string; readonly last_used_at: string }>)
          .find(({ name }) => name === "屏幕")?.last_used_at)
      const before = yield* used
      assert.isNotNull(before)
      yield* TestClock.adjust("5 minutes")
      yield* createToken("someone else", "view")
      yield* soon
      yield* stays(stream)
      assert.strictEqual(yield* used, before)
    }).pipe(service))
})

describe("an open event stream of an open service", () => {
  it.scoped("stays when a token is revoked, and ends when the service becomes private", () => {
    const config = { file: members() }
    return Effect.gen(function*() {
      const { id, secret } = yield* createToken("屏幕", "view")
      const viewer = yield* createToken("老板", "view")
      const streams = [yield* withToken(secret), yield* watching({})] as const
      const known = yield* withToken(viewer.secret)
      yield* revoke(id)
      for (const stream of streams) yield* stays(stream)
      config.file = members({ access: "private" })
      assert.strictEqual((yield* rawAdmin("/api/admin/reload_cutoff", { method: "POST" })).status, 200)
      yield* soon
      for (const stream of streams) yield* ends(stream)
      yield* stays(known)
    }).pipe(Effect.provide(httpService({ at, config }).layer))
  })
})
