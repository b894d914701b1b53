import { Layer } from "effect"
import * as Events from "./Events.ts"
import * as Ledger from "./Ledger.ts"
import * as AuditTrail from "./Ledger/AuditTrail.ts"
import * as Commits from "./Ledger/Commits.ts"
import * as LedgerStore from "./Ledger/Store.ts"
import * as Outbox from "./Outbox.ts"
import * as OutboxBell from "./Outbox/Bell.ts"
import * as People from "./People.ts"
import * as PeopleStore from "./People/Store.ts"
import * as Replicas from "./Replicas.ts"

const stores = Layer.mergeAll(LedgerStore.layer, AuditTrail.layer, Outbox.layer, Layer.provide(People.layer, PeopleStore.layer))

/** What every process of the shop has: stores, people, ledger, event hub, and its place among the replicas. */
export const layer = Ledger.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Commits.layer, Events.layer, OutboxBell.layer, Replicas.layer, stores))
)
