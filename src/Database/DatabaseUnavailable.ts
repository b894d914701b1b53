import { Data } from "effect"

/** The database cannot be used; `message` is one sentence for the person who starts the service. */
export class DatabaseUnavailable extends Data.TaggedError("DatabaseUnavailable")<{
  readonly message: string
  /** The file itself is damaged, so that a backup is the way out. */
  readonly isDamaged?: boolean
}> {}
