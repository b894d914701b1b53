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
  unreachable: ["reason"],
  timeout: ["seconds"],
  status: ["status"],
  redirect: ["status"],
  too_large: ["max"],
  encoding: ["found"],
  too_many_values: ["max"],
  not_json: [],
  repeated_key: ["key"],
  no_list: ["pointer", "found"],
  no_items: [],
  no_value: ["pointer", "item"],
  amount: ["place", "found"],
  decimals: ["place", "found"],
  whole_number: ["place", "found"],
  sum: ["sum"],
  cursor: ["pointer", "found"],
  same_cursor: [],
  too_many_pages: ["max"],
  other_origin: [],
  folder: ["reason"],
  no_row: ["date"],
  two_rows: ["file", "line"],
  unfinished_file: ["file"],
  bad_file: ["file", "reason"],
  bad_row: ["file", "line", "found"],
  query: ["reason"],
  one_value: ["found"],
  internal: []
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

export type SourceFaultCode = keyof typeof sourceFaultFacts

/** The facts of one code. */
export type SourceFaultParams<Code extends SourceFaultCode> = {
  readonly [Name in (typeof sourceFaultFacts)[Code][number]]: string | number
}
