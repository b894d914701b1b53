import { Data } from "effect"

/** The database responds but cannot be used. `code` is the reason, for health. */
export class Unfit extends Data.TaggedError("Unfit")<{
  /**
   * The server is a standby; it would lose commits; statements wait for a lock or a free connection; only the service's own
   * transactions are durable; or commits wait for a standby. In the last two cases, reads still work.
   */
  readonly code: "standby" | "not_durable" | "busy" | "durable_by_service" | "commits_wait"
  /** The wrong settings of the server. */
  readonly settings: string
  readonly message: string
}> {}
