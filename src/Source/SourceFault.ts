import { Data } from "effect"
import type { SourceFaultCode, SourceFaultParams } from "../Codes/SourceFault.ts"

/** Why the source has no figure for the day, in one sentence. Nothing is taken for 0 that is only missing. */
export class SourceFault extends Data.TaggedError("SourceFault")<{
  readonly code: SourceFaultCode
  readonly params: Readonly<Record<string, string | number>>
  readonly message: string
  /** How long the source asks callers to wait. */
  readonly retryAfterMillis: number | null
}> {}

export const faultOf = <Code extends SourceFaultCode>(
  code: Code,
  message: string,
  params: SourceFaultParams<Code>,
  retryAfterMillis: number | null = null
): SourceFault => new SourceFault({ code, message, params, retryAfterMillis })

/** The same fault without secrets: what a till answers may repeat them. */
export const withoutSecrets = ({ code, message, params, retryAfterMillis }: SourceFault, scrub: (text: string) => string): SourceFault =>
  new SourceFault({
    code,
    message: scrub(message),
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeof value === "string" ? scrub(value) : value])),
    retryAfterMillis
  })
