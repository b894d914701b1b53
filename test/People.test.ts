import { SqlClient } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { dayMillis } from "../src/Domain/LocalDate.ts"
import { People } from "../src/People.ts"
import { Credential } from "../src/People/Credential.ts"
import { describeDatabases } from "./lib/Databases.ts"
import { testService } from "./lib/TestService.ts"

const device = { device: "till", secure: true }

/** The effect by a clock that is a year ahead. */
const inAYear = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.clockWith((clock) =>
    Effect.withClock(effect, Object.create(clock, {
      currentTimeMillis: { value: Effect.map(clock.currentTimeMillis, (now) => now + 365 * dayMillis) }
    }))
  )

describeDatabases("People", (database) => {
  const scenario = (name: string, body: Effect.Effect<void, unknown, People | SqlClient.SqlClient>) =>
    it.scoped(name, () =>
      Effect.gen(function*() {
        const { layer } = testService({ at: "2026-03-14T12:00:10+08:00", database: yield* database.url })
        yield* Effect.provide(body, layer)
      }))

  scenario("are known by their token until it is revoked, and each name is one person's", Effect.gen(function*() {
    const people = yield* People
    const asked = { name: "mei", role: "entry", expiresAt: null } as const
    const { secret, token } = yield* people.createToken(asked, "admin")
    const credential = Credential.Token({ value: Redacted.value(secret) })
    assert.deepInclude(yield* people.recognize(credential), { person: { name: "mei", role: "entry", token: token.id, session: null } })
    assert.strictEqual((yield* Effect.either(people.createToken(asked, "admin")))._tag, "Left")
    assert.strictEqual(Option.getOrThrow(yield* people.changeRole(token.id, "manager", "admin")).role, "manager")
    assert.isTrue(yield* people.revokeToken(token.id, "admin"))
    assert.strictEqual((yield* people.recognize(credential))._tag, "Ended")
    yield* people.createToken(asked, "admin")
    assert.deepStrictEqual((yield* people.tokens).map(({ has_secret, name }) => [name, has_secret]), [["mei", 1], ["mei", 1]])
  }))

  scenario("sign in once by an invitation, and their session ends once", Effect.gen(function*() {
    const people = yield* People
    const { code, token } = yield* people.invite({ name: "li", role: "view" }, "admin")
    const signedIn = yield* people.signInWithCode(Redacted.value(code), device)
    assert.strictEqual(yield* people.signInWithCode(Redacted.value(code), device), "ended")
    if (typeof signedIn === "string") assert.fail(signedIn)
    const cookie = Credential.Cookie({ value: Redacted.value(signedIn.cookie) })
    assert.strictEqual((yield* people.recognize(cookie))._tag, "Known")
    assert.deepStrictEqual((yield* people.sessions).map(({ device, name, secure, token_id }) => [device, name, secure, token_id]), [
      ["till", "li", 1, token.id]
    ])
    assert.isTrue(yield* people.endSession(signedIn.person.session ?? 0, "admin"))
    assert.isFalse(yield* people.endSession(signedIn.person.session ?? 0, "admin"))
    assert.deepStrictEqual([(yield* people.recognize(cookie))._tag, yield* people.sessions], ["Ended", []])
  }))

  // Rule 8.8.
  scenario("sign in by no invitation of a clock that was ahead, also once the clock gets there", Effect.gen(function*() {
    const people = yield* People
    const invite = Effect.map(people.invite({ name: "li", role: "view" }, "admin"),
      ({ code }) => people.signInWithCode(Redacted.value(code), device))
    const open = Effect.map(people.invitations, (found) => found.map(({ name }) => name))
    const ahead = yield* inAYear(invite)
    const screen = yield* inAYear(people.startPairing)
    assert.deepStrictEqual([yield* inAYear(open), yield* open], [["li"], []])
    assert.deepStrictEqual([yield* ahead, yield* people.approvePairing(screen.code, "admin")], ["ended", "ended"])
    yield* invite
    assert.deepStrictEqual([yield* inAYear(ahead), yield* inAYear(open)], ["ended", []])
  }))

  scenario("see which invitations are open, and revoke one", Effect.gen(function*() {
    const people = yield* People
    const { code } = yield* people.invite({ name: "li", role: "view" }, "admin")
    yield* people.invite({ name: "mei", role: "entry" }, "admin")
    const [mei, li] = yield* people.invitations
    assert.deepStrictEqual([mei?.name, mei?.role, li?.name], ["mei", "entry", "li"])
    assert.deepInclude(yield* people.invitation(Redacted.value(code)), { name: "li", role: "view" })
    assert.isTrue(yield* people.revokeInvitation(li?.id ?? 0, "admin"))
    assert.isFalse(yield* people.revokeInvitation(li?.id ?? 0, "admin"))
    assert.strictEqual(yield* people.signInWithCode(Redacted.value(code), device), "ended")
    assert.deepStrictEqual((yield* people.invitations).map(({ name }) => name), ["mei"])
  }))

  // Rule 8.7.
  scenario("keep their newest 50 sessions, and as many ended ones, however often they sign in", Effect.gen(function*() {
    const people = yield* People
    const sql = yield* SqlClient.SqlClient
    const { secret } = yield* people.createToken({ name: "mei", role: "entry", expiresAt: null }, "admin")
    const other = yield* people.createToken({ name: "li", role: "entry", expiresAt: null }, "admin")
    const signIn = ({ secret }: typeof other) =>
      Effect.map(people.signInWithToken(Redacted.value(secret), device), (signedIn) => Option.getOrThrow(signedIn).person)
    yield* signIn(other)
    const wall = yield* signIn({ ...other, secret })
    for (let time = 0; time < 60; time++) yield* people.signOut(yield* signIn({ ...other, secret }))
    assert.include((yield* people.sessions).map(({ id }) => id), wall.session)
    for (let time = 0; time < 60; time++) yield* signIn({ ...other, secret })
    assert.lengthOf(yield* people.sessions, 51)
    const stored = yield* sql<{ readonly count: number }>`SELECT count(*) AS count FROM session`
    assert.strictEqual(Number(stored[0]?.count), 101)
  }))
})
