import { Layer } from "effect"
import * as AutoImport from "./Import/AutoImport.ts"
import * as Backup from "./Backup.ts"
import * as Events from "./Events.ts"
import * as Health from "./Health.ts"
import * as Ledger from "./Ledger.ts"
import * as AuditTrail from "./Ledger/AuditTrail.ts"
import * as LedgerStore from "./Ledger/Store.ts"
import * as Notifier from "./Notifier.ts"
import * as Outbox from "./Outbox.ts"
import * as Scheduler from "./Scheduler.ts"

const stores = Layer.mergeAll(LedgerStore.layer, AuditTrail.layer, Outbox.layer)

/**
 * The shop's service without its edges: give it a database, a clock, a configuration and a chat bot.
 * Built from the bottom to the top, closed from the top to the bottom: what asks goes before what answers.
 */
export const layer = Health.layer.pipe(
  Layer.provideMerge(Scheduler.layer),
  // Before the scheduler, whose first run it waits for.
  Layer.provideMerge(Backup.layer),
  Layer.provideMerge(AutoImport.layer),
  Layer.provideMerge(Notifier.layer),
  Layer.provideMerge(Ledger.layer),
  Layer.provideMerge(Layer.merge(Events.layer, stores))
)
