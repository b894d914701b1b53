import { Layer } from "effect"
import * as Backup from "./Backup.ts"
import * as AutoImport from "./Import/AutoImport.ts"
import * as Notifier from "./Notifier.ts"

/**
 * What one process at a time does for the shop: it sends messages, imports the file at start and makes the daily
 * backup. The import runs before the scheduler starts, so that an imported day is not generated.
 */
export const layer = Backup.layer.pipe(
  Layer.provideMerge(AutoImport.layer),
  Layer.provideMerge(Notifier.layer)
)
