import { Layer } from "effect"
import * as Duty from "./Duty.ts"
import * as Health from "./Health.ts"
import * as AutoImport from "./Import/AutoImport.ts"
import * as Replica from "./Replica.ts"
import * as Scheduler from "./Scheduler.ts"

/**
 * The service without its edges: it needs a database, a clock, a configuration and a chat bot.
 * Layers start from the bottom up and stop from the top down, so that callers stop before the services they call.
 */
export const layer = Health.layer.pipe(
  Layer.provideMerge(Scheduler.layer),
  // The import comes before the scheduler, so that no amount is generated for an imported day.
  Layer.provideMerge(AutoImport.layer),
  Layer.provideMerge(Duty.layer),
  Layer.provideMerge(Replica.layer)
)
