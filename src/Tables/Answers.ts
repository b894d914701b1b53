/** What a question takes: values that are the same for every file, or any text that the file offers; `list` may be repeated. */
interface Form {
  readonly values?: ReadonlyArray<string>
  readonly pattern?: RegExp
  readonly list?: true
}

const forms = {
  sheet: { list: true },
  date_column: {},
  date_order: { values: ["ymd", "dmy", "mdy"] },
  year: { pattern: /^20\d\d$/ },
  serial_dates: { values: ["1900", "1904"] },
  time_zone: { values: ["shop", "written"] },
  time_column: { values: ["used", "ignored"] },
  period: { values: ["days"] },
  amount_column: { list: true },
  decimal_sign: { values: [".", ","] },
  split_amount: { values: ["apart"] },
  decimals: { values: ["round", "refuse"] },
  /** The column of refunds that is taken off, or `nothing`. */
  subtract: {},
  /** The one branch that counts, or `all`. */
  branch: {},
  row_rule: { pattern: /^[^=]+=[^]*:(?:count|leave_out|subtract)$/, list: true },
  rows_of_a_document: { values: ["once", "sum"] },
  rows_of_a_day: { values: ["sum", "once"] },
  negative_day: { values: ["leave_out", "zero"] },
  closed: { values: ["closed", "zero", "skip"] },
  no_amount: { values: ["skip", "zero", "closed"] },
  no_date: { values: ["above", "leave_out"] }
} as const satisfies Readonly<Record<string, Form>>

/** The questions in the order in which they are listed; their codes are the parameters of the API and, with dashes, the options of the command line. */
export type QuestionCode = keyof typeof forms

export const questionCodes = Object.keys(forms) as ReadonlyArray<QuestionCode>

const formOf = (code: QuestionCode): Form => forms[code]

/** Whether the answers to a question may be repeated. */
export const isList = (code: QuestionCode): boolean => formOf(code).list === true

type AnswerTo<F> = F extends { readonly list: true } ? ReadonlyArray<string>
  : F extends { readonly values: ReadonlyArray<infer Value> } ? Value
  : string

/** The answers to the questions by their code. */
export type Answers = { readonly [Code in QuestionCode]?: AnswerTo<(typeof forms)[Code]> }

const isOffered = ({ pattern, values }: Form, value: string): boolean => values?.includes(value) ?? pattern?.test(value) ?? value !== ""

/** The answers among named values, or the first that no file offers, as `CODE=VALUE`. */
export const answersIn = (given: ReadonlyArray<readonly [string, string]>): Answers | string => {
  const answers: Partial<Record<QuestionCode, string | ReadonlyArray<string>>> = {}
  for (const code of questionCodes) {
    const values = given.flatMap(([name, value]) => name === code ? [value] : [])
    const [first] = values
    if (first === undefined) continue
    // Two answers to a question that takes one contradict each other, unless they are the same.
    const wrong = values.find((value) => !isOffered(formOf(code), value) || (!isList(code) && value !== first))
    if (wrong !== undefined) return `${code}=${wrong}`
    answers[code] = isList(code) ? values : first
  }
  return answers as Answers
}
