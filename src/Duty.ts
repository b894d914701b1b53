import { Layer } from "effect"
import * as Backup from "./Backup.ts"
import * as AutoImport from "./Import/AutoImport.ts"
import * as Notifier from "./Notifier.ts"

/**
 * What only one process at a time does: sending messages, the import at start and the daily backup. The import runs
 * before the scheduler starts, so that no amount is generated for an imported day.
 */
export const layer = Backup.layer.pipe(
  Layer.provideMerge(AutoImport.layer),
  Layer.provideMerge(Notifier.layer)
)
