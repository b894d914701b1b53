import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { People } from "../../src/People.ts"
import { Credential } from "../../src/People/Credential.ts"
import { temporaryFile } from "../Database/TestFile.ts"
import { quickClock } from "../lib/QuickClock.ts"
import { testService } from "../lib/TestService.ts"

const start = Date.parse("2026-03-14T12:00:10+08:00")
const day = 86_400_000
const master = "test-token-0123456789"
const device = { device: "till", secure: true }

const asToken = (secret: Redacted.Redacted) => Credential.Token({ value: Redacted.value(secret) })
const asCookie = (cookie: Redacted.Redacted) => Credential.Cookie({ value: Redacted.value(cookie) })

type Clock = ReturnType<typeof quickClock>

/** Ends a credential, and returns how a client then finds it. */
type Ended = (clock: Clock) => Effect.Effect<Effect.Effect<string, never, People>, unknown, People>

const recognized = (credential: Credential) =>
  Effect.map(Effect.flatMap(People, ({ recognize }) => recognize(credential)), ({ _tag }) => _tag)

const signInByMaster = Effect.flatMap(People, (people) => Effect.map(people.signInWithToken(master, device), Option.getOrThrow))

const entered = (people: typeof People.Service, expiresAt: number | null = null) =>
  people.createToken({ name: "mei", role: "entry", expiresAt }, "admin")

const ends: Readonly<Record<string, Ended>> = {
  "a revoked token": () =>
    Effect.gen(function*() {
      const people = yield* People
      const { secret, token } = yield* entered(people)
      yield* people.recognize(asToken(secret))
      yield* people.revokeToken(token.id, "admin")
      return recognized(asToken(secret))
    }),
  "a phone whose person was revoked": () =>
    Effect.gen(function*() {
      const people = yield* People
      const { code, token } = yield* people.invite({ name: "li", role: "view" }, "admin")
      const phone = yield* people.signInWithCode(Redacted.value(code), device)
      if (typeof phone === "string") return assert.fail(phone)
      yield* people.recognize(asCookie(phone.cookie))
      yield* people.revokeToken(token.id, "admin")
      return recognized(asCookie(phone.cookie))
    }),
  "a device that was removed": () =>
    Effect.gen(function*() {
      const people = yield* People
      const { cookie, person } = yield* signInByMaster
      yield* people.recognize(asCookie(cookie))
      yield* people.endSession(person.session ?? 0, "admin")
      return recognized(asCookie(cookie))
    }),
  "an invitation that has expired": (clock) =>
    Effect.gen(function*() {
      const people = yield* People
      const { code } = yield* people.invite({ name: "li", role: "view" }, "admin")
      yield* clock.pass("15 minutes")
      return Effect.flatMap(People, ({ signInWithCode }) =>
        Effect.map(signInWithCode(Redacted.value(code), device), (found) => typeof found === "string" ? "Ended" : "Known"))
    }),
  "a token whose last day is over": (clock) =>
    Effect.gen(function*() {
      const { secret } = yield* entered(yield* People, start + day)
      yield* clock.shift("1 day", "forward")
      yield* clock.pass("1 minute")
      return recognized(asToken(secret))
    }),
  "a session that was not used for 180 days": (clock) =>
    Effect.gen(function*() {
      const { cookie } = yield* signInByMaster
      yield* clock.shift("180 days", "forward")
      yield* clock.pass("1 minute")
      return recognized(asCookie(cookie))
    })
}

// Rule 8.12.
describe("What has ended stays ended", () => {
  const shop = Effect.map(temporaryFile, (file) => {
    const clock = quickClock(start)
    /** The service from a start to its stop. */
    const run = <A, E>(life: Effect.Effect<A, E, People>): Effect.Effect<A, E> =>
      Effect.scoped(Effect.provide(life, testService({ at: "", clock, database: `file:${file}`, watch: "1 minute" }).layer))
    return { clock, run }
  })

  for (const [what, end] of Object.entries(ends)) {
    it.scoped(`${what}, also after a restart`, () =>
      Effect.gen(function*() {
        const { clock, run } = yield* shop
        const asked = yield* run(Effect.gen(function*() {
          const asked = yield* end(clock)
          assert.strictEqual(yield* asked, "Ended")
          assert.deepStrictEqual(yield* (yield* People).sessions, [])
          return asked
        }))
        yield* clock.pass("1 minute")
        assert.strictEqual(yield* run(asked), "Ended")
      }))
  }

  for (const what of ["a revoked token", "a phone whose person was revoked", "a device that was removed"]) {
    it.scoped(`${what}, whatever the clock shows`, () =>
      Effect.gen(function*() {
        const { clock, run } = yield* shop
        yield* run(Effect.gen(function*() {
          const asked = yield* ends[what]?.(clock) ?? assert.fail(what)
          yield* clock.shift("2 days", "back")
          assert.strictEqual(yield* asked, "Ended")
        }))
      }))
  }

  it.scoped("and what a clock that was ahead had ended is valid again", () =>
    Effect.gen(function*() {
      const { clock, run } = yield* shop
      yield* run(Effect.gen(function*() {
        const { cookie } = yield* signInByMaster
        yield* clock.shift("400 days", "forward")
        assert.strictEqual(yield* recognized(asCookie(cookie)), "Ended")
        yield* clock.shift("400 days", "back")
        assert.strictEqual(yield* recognized(asCookie(cookie)), "Known")
      }))
    }))
})
