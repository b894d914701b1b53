import { Reactivity } from "@effect/experimental"
import { it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import type { PostgresAddress } from "../../../../src/Database/Postgres/Address.ts"
import * as Client from "../../../../src/Database/Postgres/Client.ts"
import { connectFit, refusalOfServer } from "../../../../src/Database/Postgres/Client/Requirements.ts"
import { defaultLimits, type Limits } from "../../../../src/Database/Postgres/Client/Session.ts"
import { startOf } from "../../../../src/Database/ServingProcess.ts"
import { temporaryDatabase } from "../../lib/PostgresServer.ts"

/** A process that begins to serve. */
export const atStart = () => startOf(Effect.void)

/** A busy machine may need seconds for a connection. */
const patient = { connect: 30_000 }

export const open = (address: PostgresAddress, limits: Partial<Limits> = {}) =>
  Effect.gen(function*() {
    const { session } = yield* Effect.mapError(connectFit(address, "turnover test", { ...defaultLimits, ...patient, ...limits }),
      refusalOfServer(address))
    return { ...yield* Client.make(session), session }
  }).pipe(Effect.provide(Reactivity.layer))

/** A client on a separate database. */
export const openTemporary = (limits: Partial<Limits> = {}) => Effect.flatMap(temporaryDatabase, (address) => open(address, limits))

/** A test on the real clock, because a server's time is not the test's. */
export const check = (sentence: string, test: () => Effect.Effect<void, unknown, Scope.Scope>) => it.scopedLive(sentence, test)

/** A test that mostly waits: it runs at the same time as others of its file. */
export const checkBeside = (sentence: string, test: () => Effect.Effect<void, unknown, Scope.Scope>) =>
  it.scopedLive(sentence, test, { concurrent: true })
