import { Data } from "effect"

/** The database responds but cannot be used. `code` is the reason, for health. */
export class Unfit extends Data.TaggedError("Unfit")<{
  /**
   * The server is a standby; it would lose commits; statements wait, for a lock or for a free connection; or only the
   * service's own transactions are durable.
   */
  readonly code: "standby" | "not_durable" | "busy" | "durable_by_service"
  /** The server's settings that are wrong. */
  readonly settings: string
  readonly message: string
}> {}
