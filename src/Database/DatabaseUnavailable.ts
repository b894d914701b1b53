import { Data } from "effect"

/** The database cannot be used; `message` is one sentence for the operator who starts the service. */
export class DatabaseUnavailable extends Data.TaggedError("DatabaseUnavailable")<{
  readonly message: string
  /** Whether the file itself is damaged, so that only a backup helps. */
  readonly isDamaged?: boolean
  /** Whether the database was in use, and the connection that holds its lock has ended. */
  readonly isLost?: boolean
}> {}

/** The database cannot be reached or used now. The same start may succeed later. `why` is the database's own message. */
export const unusable = (why: string): DatabaseUnavailable => new DatabaseUnavailable({ message: `the database cannot be used: ${why}` })

export const notUpgraded = (why: string): DatabaseUnavailable =>
  new DatabaseUnavailable({ message: `the database cannot be brought up to date: ${why}` })
