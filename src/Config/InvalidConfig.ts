import { Data } from "effect"
import type { Fault } from "../Codes/Fault.ts"

/** A setting that cannot be used, its place, and what is expected there. */
export interface ConfigFault extends Fault {
  /** The file's name, or `environment`. */
  readonly origin: string
}

/** A configuration with faults. None of it is applied. */
export class InvalidConfig extends Data.TaggedError("InvalidConfig")<{ readonly faults: ReadonlyArray<ConfigFault> }> {
  /** One line a fault: origin, key, what is expected, what was found. */
  override get message(): string {
    return this.faults
      .map(({ field, message, origin }) => (field === "" ? `${origin}: ${message}` : `${origin}: ${field}: ${message}`))
      .join("\n")
  }
}
