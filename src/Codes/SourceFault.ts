/** Every failure of a question for a day's figure, with the names of the facts that its sentence needs. */
export const sourceFaultFacts = {
  nobody: ["kind"],
  open_to_others: ["file"],
  not_started: ["program", "reason"],
  not_now: ["sentence"],
  failed: ["code", "sentence"],
  too_long: ["max"],
  not_a_figure: ["found"],
  items: ["found"],
  timeout: ["seconds"],
  amount: ["place", "found"],
  decimals: ["place", "found"],
  sum: ["sum"],
  reloaded: [],
  internal: []
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

export type SourceFaultCode = keyof typeof sourceFaultFacts

/** The facts of one code. */
export type SourceFaultParams<Code extends SourceFaultCode> = {
  readonly [Name in (typeof sourceFaultFacts)[Code][number]]: string | number
}
