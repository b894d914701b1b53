import type { Effect } from "effect"

/** A process that serves the database in its turn, from its start to its end. */
export interface ServingProcess {
  /** Reads the settings of now. A process that has waited serves only with these. */
  readonly readSettings: Effect.Effect<unknown, { readonly message: string }>
  /** Whether it has not yet tried to connect. A process that then serves at once has just read its settings; any other takes over. */
  isAtItsStart: boolean
  /** The schema of a server's database, as its first connection found it. */
  schema: string | null
}

export const startOf = (readSettings: ServingProcess["readSettings"]): ServingProcess => ({
  readSettings,
  isAtItsStart: true,
  schema: null
})
