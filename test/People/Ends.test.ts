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
describe("When the clock goes back", () => {
  const shop = Effect.map(temporaryFile, (file) => {
    const clock = quickClock(start)
    /** The service from a start to its stop. */
    const run = <A, E>(life: Effect.Effect<A, E, People>, watch: "1 minute" | "1 hour" = "1 minute"): Effect.Effect<A, E> =>
      Effect.scoped(Effect.provide(life, testService({ at: "", clock, database: `file:${file}`, watch }).layer))
    return { clock, run }
  })

  for (const [what, end] of Object.entries(ends)) {
    for (
      const [size, direction] of [["1 minute", "after it was heard of"], ["1 minute", "before"], [
        "2 days",
        "after it was heard of"
      ]] as const
    ) {
      it.scoped(`by ${size}, ${what} stays ended, ${direction}, also after a restart`, () =>
        Effect.gen(function*() {
          const { clock, run } = yield* shop
          const asked = yield* run(Effect.gen(function*() {
            const asked = yield* end(clock)
            if (direction !== "before") assert.strictEqual(yield* asked, "Ended")
            yield* clock.shift(size, "back")
            assert.strictEqual(yield* asked, "Ended")
            assert.deepStrictEqual(yield* (yield* People).sessions, [])
            return asked
          }))
          assert.strictEqual(yield* run(asked), "Ended")
          yield* clock.pass("1 minute")
          assert.strictEqual(yield* run(asked), "Ended")
        }))
    }
  }

  it.scoped("what ends later still ends, as long after as it would have", () =>
    Effect.gen(function*() {
      const { clock, run } = yield* shop
      yield* run(Effect.gen(function*() {
        const people = yield* People
        const { secret } = yield* entered(people, start + 2 * day)
        const { cookie } = yield* signInByMaster
        yield* clock.shift("400 days", "back")
        assert.deepStrictEqual([yield* recognized(asToken(secret)), yield* recognized(asCookie(cookie))], ["Known", "Known"])
        yield* clock.pass("2 days")
        assert.deepStrictEqual([yield* recognized(asToken(secret)), yield* recognized(asCookie(cookie))], ["Ended", "Known"])
        assert.strictEqual((yield* people.sessions).length, 1)
        assert.deepStrictEqual((yield* people.tokens).map(({ state }) => state), ["expired"])
      }), "1 hour")
    }))

  it.scoped("after it was ahead, what is created then lasts as long as it should, and what was created ahead is listed", () =>
    Effect.gen(function*() {
      const { clock, run } = yield* shop
      yield* clock.shift("400 days", "forward")
      const early = yield* run(signInByMaster)
      yield* clock.shift("400 days", "back")
      yield* run(Effect.gen(function*() {
        const people = yield* People
        const { secret } = yield* entered(people, start + 2 * day)
        const { code } = yield* people.invite({ name: "li", role: "view" }, "admin")
        const { cookie } = yield* signInByMaster
        assert.strictEqual(yield* recognized(asCookie(early.cookie)), "Known")
        assert.strictEqual((yield* people.sessions).length, 2)
        yield* clock.pass("14 minutes")
        assert.isObject(yield* people.signInWithCode(Redacted.value(code), device))
        yield* clock.pass("1 day")
        assert.deepStrictEqual([yield* recognized(asToken(secret)), yield* recognized(asCookie(cookie))], ["Known", "Known"])
        yield* clock.pass("1 day")
        assert.deepStrictEqual([yield* recognized(asToken(secret)), yield* recognized(asCookie(cookie))], ["Ended", "Known"])
      }), "1 hour")
    }))

  it.scoped("a token's day ends by the calendar too, where the machine was off while its clock came up again", () =>
    Effect.gen(function*() {
      const { clock, run } = yield* shop
      yield* clock.shift("10 days", "forward")
      yield* run(signInByMaster)
      yield* clock.shift("10 days", "back")
      const { secret } = yield* run(Effect.flatMap(People, (people) => entered(people, start + 12 * day)))
      yield* clock.shift("12 days", "forward")
      assert.strictEqual(yield* run(recognized(asToken(secret))), "Ended")
      yield* clock.shift("5 days", "back")
      assert.strictEqual(yield* run(recognized(asToken(secret))), "Ended")
    }))
})
