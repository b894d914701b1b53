import type { LocalDate } from "../Domain/LocalDate.ts"
import { answersIn, isList, type QuestionCode } from "./Answers.ts"
import type { Outcome, Question, ReadOptions } from "./Outcome.ts"
import { readSheets } from "./ReadGrid.ts"
import type { Grid, Unreadable } from "./Sheet.ts"

export { readGrid } from "./Grid.ts"

/** A question by its code, and by its column and value where it is asked for several. */
const keyOf = ({ code, options: [first] }: Question): string =>
  code === "row_rule" ? `row_rule ${first?.value.slice(0, first.value.lastIndexOf(":"))}` : code

/** What a person has chosen: the answers to questions by their key, and what replaces a decision of the reader. */
export interface Choices {
  readonly answers: Readonly<Record<string, ReadonlyArray<string>>>
  readonly changes: Readonly<{ readonly [Code in QuestionCode]?: ReadonlyArray<string> }>
}

interface Asked extends Question {
  readonly key: string
  /** The answers that a person has chosen; empty before. A proposal is never chosen by itself. */
  readonly holds: ReadonlyArray<string>
  readonly areMany: boolean
}

/** A file as a person decides about it: under the answers, with all questions that they met. */
export interface Preview extends Omit<Outcome, "questions"> {
  readonly asked: ReadonlyArray<Asked>
}

/** Questions follow from answers: what is asked of rows depends on the columns. */
const mostRounds = 12

const answered = (grid: Grid | Unreadable, options: Omit<ReadOptions, "answers">, { answers, changes }: Choices) => {
  const asked = new Map<string, Asked>()
  for (let round = 0;; round++) {
    const given = [
      ...Object.entries(changes).flatMap(([code, values]) => values.map((value) => [code, value] as const)),
      ...[...asked.values()].flatMap(({ code, holds }) => holds.map((value) => [code, value] as const))
    ]
    const all = answersIn(given)
    const outcome = readSheets(grid, { ...options, answers: typeof all === "string" ? {} : all })
    const more = outcome.questions.filter((one) => !asked.has(keyOf(one)))
    for (const one of more) {
      const key = keyOf(one)
      const holds = answers[key]?.filter((value) => one.options.some((option) => option.value === value)) ?? []
      asked.set(key, { ...one, key, holds, areMany: isList(one.code) && one.code !== "row_rule" })
    }
    const isAnswered = more.some((one) => (asked.get(keyOf(one))?.holds ?? []).length > 0)
    if (outcome.outcome !== "ask" || !isAnswered || round >= mostRounds) return { outcome, asked: [...asked.values()] }
  }
}

/** Reads a file under a person's choices. */
export const previewOf = (grid: Grid | Unreadable, options: Omit<ReadOptions, "answers">, choices: Choices): Preview => {
  const { asked, outcome } = answered(grid, options, choices)
  const { questions: _, ...read } = outcome
  return {
    ...read,
    asked
  }
}

const firstDays = 3

/** What a day is under an answer; undefined where it is not imported. */
type Shown = { readonly cents: number } | "closed" | undefined

/** An answer with its first days, and with the day that it decides: the first that differs between the answers. */
export interface Example {
  readonly key: string
  readonly value: string
  readonly days: Outcome["days"]
  readonly decides: { readonly date: LocalDate; readonly shown: Shown } | null
}

/** Questions about what the dates are: another answer moves all days. */
const moving: ReadonlyArray<QuestionCode> = ["date_column", "date_order", "year", "serial_dates", "time_zone", "period"]

const shownOn = ({ closed, days }: Outcome): ReadonlyMap<LocalDate, Shown> =>
  new Map<LocalDate, Shown>([
    ...closed.map((date) => [date, "closed"] as const),
    ...days.map(({ cents, date }) => [date, { cents }] as const)
  ])

/** The days under each answer to each question, in the order of its options. */
export function* examplesOf(
  grid: Grid | Unreadable,
  options: Omit<ReadOptions, "answers">,
  choices: Choices,
  asked: ReadonlyArray<Asked>
): Generator<ReadonlyArray<Example>> {
  for (const { areMany, code, key, options: values } of asked) {
    if (areMany) continue
    const outcomes = values.map(({ value }) =>
      answered(grid, options, { ...choices, answers: { ...choices.answers, [key]: [value] } }).outcome
    )
    const shown = outcomes.map(shownOn)
    const dates = moving.includes(code) ? [] : [...new Set(shown.flatMap((one) => [...one.keys()]))].sort()
    const date = dates.find((one) => new Set(shown.map((under) => JSON.stringify(under.get(one)))).size > 1)
    yield values.map(({ value }, at) => ({
      key,
      value,
      days: outcomes[at]?.days.slice(0, firstDays) ?? [],
      decides: date === undefined ? null : { date, shown: shown[at]?.get(date) }
    }))
  }
}
