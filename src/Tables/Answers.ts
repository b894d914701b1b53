/**
 * The answers to the questions by their code, as the parameters of the API name them; the options of the command line have dashes.
 * The repeatable ones are lists.
 */
export interface Answers {
  readonly sheet?: ReadonlyArray<string>
  readonly date_column?: string
  readonly date_order?: "ymd" | "dmy" | "mdy"
  readonly year?: string
  readonly serial_dates?: "1900" | "1904"
  readonly time_zone?: "shop" | "written"
  readonly time_column?: "used" | "ignored"
  readonly period?: "days"
  readonly amount_column?: ReadonlyArray<string>
  readonly decimal_sign?: "." | ","
  readonly split_amount?: "apart"
  /** `COLUMN=VALUE:count`, `:leave_out` or `:subtract`. */
  readonly row_rule?: ReadonlyArray<string>
  readonly rows_of_a_day?: "sum" | "once"
  readonly closed?: "closed" | "zero" | "skip"
  readonly no_amount?: "skip" | "zero" | "closed"
  readonly no_date?: "above" | "leave_out"
}

export type QuestionCode = keyof Answers

/** The values of the answers that do not come from the file. */
const fixed: Readonly<Partial<Record<QuestionCode, ReadonlyArray<string>>>> = {
  date_order: ["ymd", "dmy", "mdy"],
  serial_dates: ["1900", "1904"],
  time_zone: ["shop", "written"],
  time_column: ["used", "ignored"],
  period: ["days"],
  decimal_sign: [".", ","],
  split_amount: ["apart"],
  rows_of_a_day: ["sum", "once"],
  closed: ["closed", "zero", "skip"],
  no_amount: ["skip", "zero", "closed"],
  no_date: ["above", "leave_out"]
}

/** The codes whose answers may be repeated. */
export const repeatable: ReadonlySet<QuestionCode> = new Set(["sheet", "amount_column", "row_rule"])

export const questionCodes = [
  "sheet",
  "date_column",
  "date_order",
  "year",
  "serial_dates",
  "time_zone",
  "time_column",
  "period",
  "amount_column",
  "decimal_sign",
  "split_amount",
  "row_rule",
  "rows_of_a_day",
  "closed",
  "no_amount",
  "no_date"
] as const satisfies ReadonlyArray<QuestionCode>

const isOffered = (code: QuestionCode, value: string): boolean =>
  code === "year"
    ? /^20\d\d$/.test(value)
    : code === "row_rule"
    ? value.indexOf("=") > 0 && /:(?:count|leave_out|subtract)$/.test(value)
    : fixed[code]?.includes(value) ?? value !== ""

/** The answers among named values, or the first that no file offers, as `CODE=VALUE`. */
export const answersIn = (given: ReadonlyArray<readonly [string, string]>): Answers | string => {
  const answers: Partial<Record<QuestionCode, string | ReadonlyArray<string>>> = {}
  for (const code of questionCodes) {
    const values = given.flatMap(([name, value]) => name === code ? [value] : [])
    const [first] = values
    if (first === undefined) continue
    const wrong = values.find((value) => !isOffered(code, value))
    if (wrong !== undefined) return `${code}=${wrong}`
    // Two answers to a question that takes one contradict each other, unless they are the same.
    const other = repeatable.has(code) ? undefined : values.find((value) => value !== first)
    if (other !== undefined) return `${code}=${other}`
    answers[code] = repeatable.has(code) ? values : first
  }
  return answers as Answers
}
