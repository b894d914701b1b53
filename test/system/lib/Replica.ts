import type { SqlClient } from "@effect/sql"
import { Context, type Duration, Effect, Layer, Queue, type Scope } from "effect"
import * as Clock from "../../../src/Clock.ts"
import * as Config from "../../../src/Config.ts"
import { fromVariables, layerOf } from "../../../src/Config/Environment.ts"
import { Database } from "../../../src/Database.ts"
import type { Hint } from "../../../src/Database/Postgres/Client/Listen.ts"
import * as SteadyClock from "../../../src/Database/SteadyClock.ts"
import * as Events from "../../../src/Events.ts"
import * as Ledger from "../../../src/Ledger.ts"
import * as AuditTrail from "../../../src/Ledger/AuditTrail.ts"
import * as LedgerStore from "../../../src/Ledger/Store.ts"
import * as Secrets from "../../../src/Logging/Secrets.ts"
import * as Outbox from "../../../src/Outbox.ts"
import * as OutboxBell from "../../../src/Outbox/Bell.ts"
import * as People from "../../../src/People.ts"
import * as Rights from "../../../src/People/Rights.ts"
import * as PeopleStore from "../../../src/People/Store.ts"
import { filesInMemory } from "../../lib/FilesInMemory.ts"
import { members } from "../../lib/TestService.ts"

type Has =
  | Ledger.Ledger
  | LedgerStore.LedgerStore
  | AuditTrail.AuditTrail
  | Outbox.Outbox
  | OutboxBell.OutboxBell
  | Events.Events
  | People.People
  | Database
  | SqlClient.SqlClient

export interface ReplicaOptions {
  /** The only kind of signal that it receives. */
  readonly hears?: Hint | "nothing"
  readonly poll?: Duration.DurationInput
  /** Runs between a commit of the ledger and its result. */
  readonly afterCommit?: Effect.Effect<void>
}

/** Drops all signals except one kind, so that a test depends on that kind alone. */
const hearing = (only: Hint | "nothing") =>
  Effect.map(Database, (database) => ({
    ...database,
    signals: Effect.gen(function*() {
      const heard = yield* Queue.sliding<unknown>(1)
      const all = yield* database.signals
      yield* Effect.forkScoped(Effect.forever(Effect.flatMap(all.take, (hint) => hint === only ? heard.offer(hint) : Effect.void)))
      return heard
    })
  }))

/** The stores and the ledger of one process on a database. The database cannot distinguish it from a separate process. */
export const replica = (
  url: string,
  { afterCommit = Effect.void, hears, poll = "1 hour" }: ReplicaOptions = {}
): Effect.Effect<Context.Context<Has>, never, Scope.Scope> => {
  // A server's clock is independent of the test's.
  const database = Layer.map(Database.layer(url),
    (context) => Context.add(context, Database, { ...Context.get(context, Database), clockAhead: Effect.succeed(0) }))
  const ledgerStore = Layer.effect(
    LedgerStore.LedgerStore,
    Effect.map(LedgerStore.LedgerStore, (store): typeof LedgerStore.LedgerStore.Service => ({
      ...store,
      transaction: (work) => Effect.tap(store.transaction(work), () => afterCommit)
    }))
  ).pipe(Layer.provide(LedgerStore.layer))
  const stores = Layer.mergeAll(ledgerStore, AuditTrail.layer, Outbox.layer,
    Layer.provideMerge(People.layer, Layer.provideMerge(Rights.layer, PeopleStore.layer)))
  const layer = Ledger.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(Events.layer, OutboxBell.layer, stores)),
    Layer.provideMerge(SteadyClock.layer),
    Layer.provideMerge(hears === undefined ? database : Layer.provideMerge(Layer.effect(Database, hearing(hears)), database)),
    Layer.provide(Layer.merge(Config.layer, Clock.layer)),
    Layer.provide(Layer.mergeAll(
      layerOf(fromVariables({ ADMIN_TOKEN: "test-token-0123456789" })),
      filesInMemory((path) => path === "config.json" ? JSON.stringify(members({ import_notify: "none" })) : undefined),
      Secrets.layer,
      Layer.succeed(Ledger.ForeignWritePoll, poll)
    ))
  )
  return Layer.build(Layer.orDie(Layer.fresh(layer)))
}
