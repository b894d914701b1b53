import { assert } from "@effect/vitest"
import { Context, Effect, Redacted } from "effect"
import { People } from "../../src/People.ts"
import { Credential } from "../../src/People/Credential.ts"
import { check } from "../Database/Postgres/TestDatabase.ts"
import { urlOf } from "../lib/Databases.ts"
import { token } from "../lib/HttpService.ts"
import { describePostgres, temporaryDatabase } from "../lib/PostgresServer.ts"
import { replica } from "../lib/Replica.ts"
import { tcpProxy } from "../lib/TcpProxy.ts"

/** It neither hears nor polls, so that only what it asks itself can tell it of a change. */
const deaf = { hears: "nothing" } as const

const peopleOf = (context: Effect.Effect.Success<ReturnType<typeof replica>>) => Context.get(context, People)

const known = ({ known }: typeof People.Service, credential: Credential) =>
  Effect.async<unknown>((resume) => known(credential)((person) => resume(Effect.succeed(person))))

const asked = { name: "mei", role: "manager", by: "admin", expiresAt: null } as const

// Rule 8.3.
describePostgres("A credential on several replicas", "a server", () => {
  check("is known from memory, and refused by the next request once any replica has revoked it", () =>
    Effect.gen(function*() {
      const url = urlOf(yield* temporaryDatabase)
      const [here, there] = (yield* Effect.all([replica(url, deaf), replica(url, deaf)])).map(peopleOf)
      if (here === undefined || there === undefined) return assert.fail()
      const { secret, token } = yield* here.createToken(asked)
      const credential = Credential.Token({ value: Redacted.value(secret) })
      assert.isUndefined(yield* known(there, credential))
      // Twice: the first look finds that the token was created elsewhere.
      for (const _ of [1, 2]) {
        assert.strictEqual((yield* there.recognize(credential))._tag, "Known")
        yield* known(there, credential)
      }
      assert.deepInclude(yield* known(there, credential), { name: "mei", role: "manager" })
      yield* here.changeRole(token.id, "entry")
      assert.isUndefined(yield* known(there, credential))
      assert.deepInclude(yield* there.recognize(credential), { person: { name: "mei", role: "entry", token: token.id, session: null } })
      yield* here.revokeToken(token.id)
      assert.isUndefined(yield* known(there, credential))
      assert.strictEqual((yield* there.recognize(credential))._tag, "Ended")
    }))

  check("is not believed by a replica that cannot reach the database", () =>
    Effect.gen(function*() {
      const address = yield* temporaryDatabase
      const proxy = yield* tcpProxy(address.port)
      const people = peopleOf(yield* replica(urlOf({ ...address, host: "127.0.0.1", port: proxy.port }), deaf))
      const { secret } = yield* people.createToken(asked)
      const credential = Credential.Token({ value: Redacted.value(secret) })
      yield* people.recognize(credential)
      assert.isDefined(yield* known(people, credential))
      proxy.refuse()
      assert.isUndefined(yield* known(people, credential))
      assert.isDefined(yield* known(people, Credential.Token({ value: token })))
      proxy.heal()
    }))
})
