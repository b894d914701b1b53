import { assert, describe } from "@effect/vitest"
import { type Clock, Context, Effect, Redacted } from "effect"
import { People } from "../../../src/People.ts"
import { Credential } from "../../../src/People/Credential.ts"
import { token } from "../../lib/HttpService.ts"
import { tcpProxy } from "../../lib/TcpProxy.ts"
import { temporaryDatabase, urlOf } from "../lib/PostgresServer.ts"
import { replica } from "../lib/Replica.ts"
import { check } from "./Database/TestDatabase.ts"

/** A process that neither listens nor polls, so that it notices a change only by its own queries. */
const deaf = { hears: "nothing" } as const

const peopleOf = (context: Effect.Effect.Success<ReturnType<typeof replica>>) => Context.get(context, People)

const known = ({ known }: typeof People.Service, credential: Credential) =>
  Effect.async<unknown>((resume) => known(credential)((person) => resume(Effect.succeed(person))))

const asked = { name: "mei", role: "manager", expiresAt: null } as const

// Rule 8.3.
describe("A credential on several replicas", () => {
  check("is known from memory, and refused by the next request once any replica has revoked it", () =>
    Effect.gen(function*() {
      const url = urlOf(yield* temporaryDatabase)
      const [here, there] = (yield* Effect.all([replica(url, deaf), replica(url, deaf)])).map(peopleOf)
      if (here === undefined || there === undefined) return assert.fail()
      const { secret, token } = yield* here.createToken(asked, "admin")
      const credential = Credential.Token({ value: Redacted.value(secret) })
      assert.isUndefined(yield* known(there, credential))
      // Twice, because the first lookup finds that another process created the token.
      for (const _ of [1, 2]) {
        assert.strictEqual((yield* there.recognize(credential))._tag, "Known")
        yield* known(there, credential)
      }
      assert.deepInclude(yield* known(there, credential), { name: "mei", role: "manager" })
      yield* here.changeRole(token.id, "entry", "admin")
      assert.isUndefined(yield* known(there, credential))
      assert.deepInclude(yield* there.recognize(credential), { person: { name: "mei", role: "entry", token: token.id, session: null } })
      yield* here.revokeToken(token.id, "admin")
      assert.isUndefined(yield* known(there, credential))
      assert.strictEqual((yield* there.recognize(credential))._tag, "Ended")
    }))

  // Rule 8.12.
  check("has ended for every replica once one has said so, whatever the clock of the others shows", () =>
    Effect.gen(function*() {
      const url = urlOf(yield* temporaryDatabase)
      const clock = yield* Effect.clock
      const behind: Clock.Clock = Object.create(clock, {
        unsafeCurrentTimeMillis: { value: () => clock.unsafeCurrentTimeMillis() - 3_600_000 }
      })
      const here = peopleOf(yield* replica(url, deaf))
      const there = peopleOf(yield* Effect.withClock(replica(url, deaf), behind))
      const { secret } = yield* here.createToken({ ...asked, expiresAt: clock.unsafeCurrentTimeMillis() + 1_000 }, "admin")
      const credential = Credential.Token({ value: Redacted.value(secret) })
      for (const _ of [1, 2]) assert.strictEqual((yield* there.recognize(credential))._tag, "Known")
      yield* Effect.sleep("1100 millis")
      assert.strictEqual((yield* here.recognize(credential))._tag, "Ended")
      assert.isUndefined(yield* known(there, credential))
      assert.strictEqual((yield* there.recognize(credential))._tag, "Ended")
      assert.deepStrictEqual((yield* there.tokens).map(({ state }) => state), ["expired"])
    }))

  check("is not believed by a replica that cannot reach the database", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const proxy = yield* tcpProxy(address.port)
      const people = peopleOf(yield* replica(urlOf({ ...address, host: "127.0.0.1", port: proxy.port }), deaf))
      const { secret } = yield* people.createToken(asked, "admin")
      const credential = Credential.Token({ value: Redacted.value(secret) })
      yield* people.recognize(credential)
      assert.isDefined(yield* known(people, credential))
      proxy.refuse()
      assert.isUndefined(yield* known(people, credential))
      assert.isDefined(yield* known(people, Credential.Token({ value: token })))
      proxy.heal()
    }))
})
