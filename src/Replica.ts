import { Layer } from "effect"
import * as SteadyClock from "./Database/SteadyClock.ts"
import * as WriteProbe from "./Database/WriteProbe.ts"
import * as Events from "./Events.ts"
import * as Ledger from "./Ledger.ts"
import * as AuditTrail from "./Ledger/AuditTrail.ts"
import * as Commits from "./Ledger/Commits.ts"
import * as LedgerStore from "./Ledger/Store.ts"
import * as Outbox from "./Outbox.ts"
import * as OutboxBell from "./Outbox/Bell.ts"
import * as People from "./People.ts"
import * as Rights from "./People/Rights.ts"
import * as PeopleStore from "./People/Store.ts"
import * as Replicas from "./Replicas.ts"

/** One store for both: its state is in the database alone. */
const people = Layer.provideMerge(People.layer, Layer.provideMerge(Rights.layer, PeopleStore.layer))

const stores = Layer.mergeAll(LedgerStore.layer, AuditTrail.layer, Outbox.layer, people)

/** What every process of the shop has: stores, people, ledger, event hub, steady clock, write probe, and the replicas' registry. */
export const layer = Ledger.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Commits.layer, Events.layer, OutboxBell.layer, Replicas.layer, WriteProbe.layer, stores)),
  Layer.provideMerge(SteadyClock.kept)
)
