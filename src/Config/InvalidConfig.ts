import { Data } from "effect"
import type { Fault } from "../Codes/Fault.ts"

/** A setting that cannot be used, its place, and what is expected there. */
export interface ConfigFault extends Fault {
  /** The file's name, or `environment`. */
  readonly origin: string
  /** In the file, counted from 1; absent if it is not known. */
  readonly line?: number
}

/** Origin, line, key, what is expected, what was found. */
export const faultLine = ({ field, line, message, origin }: ConfigFault): string => {
  const place = line === undefined ? origin : `${origin}, line ${line}`
  return field === "" ? `${place}: ${message}` : `${place}: ${field}: ${message}`
}

/** A configuration with faults. None of it is applied. */
export class InvalidConfig extends Data.TaggedError("InvalidConfig")<{ readonly faults: ReadonlyArray<ConfigFault> }> {
  override get message(): string {
    return this.faults.map(faultLine).join("\n")
  }
}
