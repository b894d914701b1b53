import { Data } from "effect"

/** The database responds but cannot be used. `code` is the reason, for health. */
export class Unfit extends Data.TaggedError("Unfit")<{
  /**
   * The server is a standby; it would lose commits; statements wait, for a lock or for a free connection; only the service's own
   * transactions are durable; or commits wait for a standby. Reads are served in the last two cases.
   */
  readonly code: "standby" | "not_durable" | "busy" | "durable_by_service" | "commits_wait"
  /** The server's settings that are wrong. */
  readonly settings: string
  readonly message: string
}> {}
