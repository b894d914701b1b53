import { Schema } from "effect"

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

/**
 * Every fault of an input, with the names of the facts that its sentence needs; `found` may be added. The meaning of a code never
 * changes, so that a page can have its own sentence for it.
 */
export const faultFacts = {
  required: [],
  invalid: [],
  one_only: [],
  date: [],
  date_from: ["first"],
  date_until: ["last"],
  date_range: ["first", "last"],
  dates: [],
  year: [],
  period: [],
  weekly_time: [],
  monthly_time: [],
  month: [],
  goals: [],
  goal_month: [],
  time: [],
  time_until: ["last"],
  zone: [],
  amount: [],
  decimals: [],
  whole_amount: [],
  amount_range: [],
  whole_number: ["min", "max"],
  truth: [],
  one_of: ["names"],
  currency: [],
  currency_decimals: [],
  locale: [],
  text: [],
  text_at_most: ["max"],
  column_name: ["max"],
  address: [],
  https: [],
  bot_of_other_kind: ["product"],
  bot_address: ["product"],
  bot_secret: [],
  setting_of_other_product: ["product"],
  topics: ["names"],
  unknown_member: ["names"],
  chat_name_taken: [],
  known_chat: ["names"],
  public_address: [],
  folder: [],
  folder_below: ["names"],
  secret_again: [],
  set_in_file: [],
  program: [],
  variable_names: [],
  variable: [],
  mailbox: [],
  mailboxes: ["max"],
  mail_server: [],
  withheld_variable: ["name"],
  pairs: [],
  hosts: [],
  host_name: [],
  proxies: ["max"],
  file: [],
  file_encoding: [],
  json: [],
  json_until: ["line", "column"],
  json_object: [],
  json_list: [],
  whole_body: [],
  exact_numbers: [],
  http: [],
  table: ["reason"],
  idempotency_key: [],
  key_reused: [],
  day_with_figure: ["date"],
  day_without_figure: ["date", "amount"],
  unsent_message: ["id"],
  known_change: ["id"],
  person_name: ["max"],
  name_taken: ["name", "role"],
  name_alike: ["name", "taken", "role"],
  credential: [],
  password: [],
  valid_token: ["id"],
  open_session: ["id"],
  open_invitation: ["id"]
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

type Facts = typeof faultFacts
export type FaultCode = keyof Facts

export const FaultCode = Schema.Literal(...(Object.keys(faultFacts) as ReadonlyArray<FaultCode>))

type FaultParams<Code extends FaultCode> = { readonly [Name in Facts[Code][number]]: string | number }

/** The argument with a code's facts; left out for a code without facts. */
export type FaultArgument<Code extends FaultCode> = Facts[Code] extends readonly [] ? [] : [params: FaultParams<Code>]

/** One thing that is wrong with an input: a stable code with its parameters, and a sentence. */
export interface Fault {
  /** The name of the member; empty for the whole input. */
  readonly field: string
  readonly code: FaultCode
  readonly params: Readonly<Record<string, string | number>>
  readonly message: string
}

/** A fault with its own sentence. */
export const saying = <Code extends FaultCode>(code: Code, message: string, ...[params]: FaultArgument<Code>): Fault => ({
  field: "",
  code,
  params: params ?? {},
  message
})

export const missing: Fault = saying("required", "is required, got nothing")

export const faultAt = <Field extends string>(field: Field, fault: Fault): Fault & { readonly field: Field } => ({ ...fault, field })
