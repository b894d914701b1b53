import { Options } from "@effect/cli"
import { Effect } from "effect"
import { toYuan } from "../Domain/Amount.ts"
import { counted } from "../Domain/Text.ts"
import { readTables } from "../Tables.ts"
import { answersIn, isList, type QuestionCode, questionCodes } from "../Tables/Answers.ts"
import type { Outcome, ReadOptions } from "../Tables/Outcome.ts"
import { refusal } from "../Tables/ReadGrid.ts"
import { askedView, decisionView, faultSentence, leftOut, leftOutSentence, placeOf, questionLines, sentence } from "../Tables/Sentences.ts"

/** An answer as it was given: its code and its value. */
export type Given = readonly [code: QuestionCode, value: string]

const optionName = (code: string): string => code.replaceAll("_", "-")

const meanings: Readonly<Record<QuestionCode, string>> = {
  sheet: "A sheet to read",
  date_column: "The column with the dates: its name in the header, or its position from 1",
  date_order: "The order of dates such as 11/1/26: ymd, dmy or mdy",
  year: "The year of dates without one",
  serial_dates: "Whether numbers of Excel count from 1900 or 1904",
  time_zone: "Whether times with an offset are converted to the shop's zone (shop) or kept (written)",
  time_column: "Whether a column of times of day is used or ignored",
  period: "days: each amount is that of its one day, although the dates look like weeks or months",
  amount_column: "The column with the amounts, likewise; several are added",
  decimal_sign: "The decimal sign: . or ,",
  split_amount: "apart: an amount and the field behind it are two values",
  row_rule: "How rows with a value count, COLUMN=VALUE:count, :leave_out or :subtract",
  decimals:
    "Whether each day's sum is rounded to cents (round), where amounts have more than two decimals, or the file is refused (refuse)",
  subtract: "The column of refunds that is taken off the amounts, or nothing",
  branch: "The one branch that counts, or all",
  rows_of_a_document: "Whether rows with the number of one document repeat its amount (once) or add up (sum)",
  rows_of_a_day: "Whether several rows of a day add up (sum) or repeat it (once)",
  negative_day: "What a day below zero is: leave_out or zero",
  closed: "What 休 or closed means: closed, zero or skip",
  no_amount: "What a day without an amount means: skip, zero or closed",
  no_date: "What an amount without a date is: above (of the day above it) or leave_out"
}

const option = (code: QuestionCode): Options.Options<ReadonlyArray<Given>> =>
  Options.text(optionName(code)).pipe(
    Options.withDescription(`${meanings[code]}${isList(code) ? "; may be repeated" : ""}`),
    Options.repeated,
    Options.map((values) => values.map((value) => [code, value] as const))
  )

/** The answers to the questions of a file, each an option. */
export const answers: Options.Options<ReadonlyArray<Given>> = Options.map(
  Options.all(questionCodes.map(option)),
  (given) => given.flat()
)

/** Reads a file with the answers that were given. */
export const readFile = (bytes: Uint8Array, given: ReadonlyArray<Given>, options: Omit<ReadOptions, "answers">): Effect.Effect<Outcome> => {
  const answered = answersIn(given)
  return typeof answered === "string"
    ? Effect.succeed(refusal("answer", answered))
    : Effect.promise(() => readTables(Uint8Array.from(bytes), { ...options, answers: answered }))
}

const mostFaults = 100

/** What a file gives, for a program. */
export const outcomeView = ({ closed, days, decisions, faults, questions, rows, warnings }: Outcome) => ({
  days: days.map(({ cents, date }) => ({ date, amount: toYuan(cents) })),
  closed,
  rows: rows.map(({ date, line, says, sheet = null, sum, value, what }) => ({
    sheet,
    line,
    what,
    value,
    ...(date === undefined ? {} : { date }),
    ...(says === undefined ? {} : { says: toYuan(says) }),
    ...(sum === undefined ? {} : { sum: toYuan(sum) })
  })),
  questions: questions.map((one) => ({ ...askedView(one), sheet: one.sheet ?? null })),
  faults: faults.slice(0, mostFaults).map((fault) => ({ ...fault, sheet: fault.sheet ?? null, message: faultSentence(fault) })),
  warnings: warnings.map(sentence),
  decisions: decisionView(decisions)
})

/** A value as a shell takes it. */
const quoted = (value: string): string => /^[\w.,:=+/-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`

const asOption = (code: string, value: string): string => `--${optionName(code)} ${quoted(value)}`

/** Why a file is not imported, for a person. */
export const refusalLines = (path: string, { faults, outcome, questions }: Outcome): ReadonlyArray<string> =>
  outcome === "ask"
    ? [
      `${path} does not settle how it is meant; import it again with one answer to each question`,
      ...questions.flatMap((one) => questionLines(one, asOption))
    ]
    : [
      `${path} has ${counted(faults.length, "fault")}`,
      ...faults.slice(0, mostFaults).map((fault) => `  ${placeOf(fault)}: ${fault.field}: ${faultSentence(fault)}`)
    ]

const mostNamed = 20

/** How a file was read, and which rows are left out and why, for a person. */
export const readLines = (file: Outcome): ReadonlyArray<string> => {
  const { decisions, warnings } = file
  const named = leftOut(file)
  return [
    ...Object.entries(decisionView(decisions)).map(([code, text]) => `${code.replaceAll("_", " ")}: ${text}`),
    ...warnings.map((warning) => `warning: ${sentence(warning)}`),
    ...named.slice(0, mostNamed).map(leftOutSentence),
    ...(named.length > mostNamed ? [`and ${counted(named.length - mostNamed, "more row")}: see --json`] : [])
  ]
}
