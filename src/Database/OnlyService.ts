import { Context, Effect } from "effect"

/**
 * Whether this process is the one that serves the database, asked before anything leaves it. An SQLite file is locked
 * by its service for as long as that runs; on a server the right can end.
 */
export class OnlyService extends Context.Reference<OnlyService>()("OnlyService", {
  defaultValue: (): { readonly isHeld: Effect.Effect<boolean> } => ({ isHeld: Effect.succeed(true) })
}) {}
