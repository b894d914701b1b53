import { Layer } from "effect"
import * as Backup from "./Backup.ts"
import * as Notifier from "./Notifier.ts"

/** What only the holder of the `Lease` does: sending messages. The daily backup exists for SQLite only. */
export const layer = Layer.provideMerge(Backup.layer, Notifier.layer)
