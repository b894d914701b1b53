import { Data } from "effect"
import type { Fault } from "../Codes/Fault.ts"

/** A setting that cannot be used, its place, and what is expected there. */
export interface ConfigFault extends Fault {
  /** The file's name, or `environment`. */
  readonly origin: string
}

/** Origin, key, what is expected, what was found. */
export const faultLine = ({ field, message, origin }: ConfigFault): string =>
  field === "" ? `${origin}: ${message}` : `${origin}: ${field}: ${message}`

/** A configuration with faults. None of it is applied. */
export class InvalidConfig extends Data.TaggedError("InvalidConfig")<{ readonly faults: ReadonlyArray<ConfigFault> }> {
  override get message(): string {
    return this.faults.map(faultLine).join("\n")
  }
}
