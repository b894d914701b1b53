import { Reactivity } from "@effect/experimental"
import { it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import type { PostgresAddress } from "../../../src/Database/Postgres/Address.ts"
import * as Client from "../../../src/Database/Postgres/Client.ts"
import { type ConnectionLimits, defaultLimits } from "../../../src/Database/Postgres/Client/ConnectionLimits.ts"
import { temporaryDatabase } from "../../lib/PostgresServer.ts"

/** A busy machine takes seconds for a connection. */
const patient = { acquire: 30_000, connect: 30_000 }

export const open = (address: PostgresAddress, limits: Partial<ConnectionLimits> = {}) =>
  Effect.provide(Client.make(address, "turnover test", { ...defaultLimits, ...patient, ...limits }), Reactivity.layer)

/** A client of a database of its own. */
export const openTemporary = (limits: Partial<ConnectionLimits> = {}) =>
  Effect.flatMap(temporaryDatabase, (address) => open(address, limits))

/** On the real clock: a server's time is not the test's. */
export const check = (sentence: string, test: () => Effect.Effect<void, unknown, Scope.Scope>) => it.scopedLive(sentence, test)

/** The same for a test that waits most of its time: it runs beside the others of its file. */
export const checkBeside = (sentence: string, test: () => Effect.Effect<void, unknown, Scope.Scope>) =>
  it.scopedLive(sentence, test, { concurrent: true })
