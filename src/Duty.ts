import { Layer } from "effect"
import * as Backup from "./Backup.ts"
import * as Notifier from "./Notifier.ts"

/** What one process at a time does, the one that has the `DutyLease`: sending messages. The daily backup is SQLite's alone. */
export const layer = Layer.provideMerge(Backup.layer, Notifier.layer)
