import { Data } from "effect"
import type { SourceFaultCode, SourceFaultParams } from "../Codes/Fault.ts"

/** Why the source has no figure for the day, in one sentence. A missing figure is never counted as 0. */
export class SourceFault extends Data.TaggedError("SourceFault")<{
  readonly code: SourceFaultCode
  readonly params: Readonly<Record<string, string | number>>
  readonly message: string
}> {}

export const faultOf = <Code extends SourceFaultCode>(
  code: Code,
  message: string,
  params: SourceFaultParams<Code>
): SourceFault => new SourceFault({ code, message, params })

/** The longest text that is kept of what was found. It is longer than any secret: a secret that is cut could not be recognized. */
const mostKept = 4_000
const mostShown = 80

const cut = (text: string, length: number): string => text.length <= length ? text : `${text.slice(0, length)}…`

/** What was found, for a fault whose secrets are not yet removed. */
export const kept = (found: string): string => cut(found, mostKept)

/** The fault without secrets. They are removed before the text is shortened: a till's answer may repeat a secret. */
export const withoutSecrets = ({ code, message, params }: SourceFault, scrub: (text: string) => string): SourceFault => {
  let sentence = scrub(message)
  const shown = Object.entries(params).map(([name, value]) => {
    if (typeof value !== "string") return [name, value] as const
    const whole = scrub(value)
    // A program's sentence is short already.
    const short = name === "sentence" ? whole : cut(whole, mostShown)
    // The replacement is a function, because `$` in a replacement text is special.
    if (short !== whole) sentence = sentence.replaceAll(whole, () => short)
    return [name, short] as const
  })
  return new SourceFault({ code, message: sentence, params: Object.fromEntries(shown) })
}
