import { answersIn, type QuestionCode, repeatable } from "./Answers.ts"
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
  /** The answers that hold: the chosen ones, otherwise the proposed ones; empty where neither are. */
  readonly holds: ReadonlyArray<string>
  readonly areMany: boolean
}

/** A file as a person decides about it: under the answers and the proposals, with all questions that they met. */
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
      const chosen = answers[key]?.filter((value) => one.options.some((option) => option.value === value)) ?? []
      const holds = chosen.length > 0 ? chosen : one.proposed ?? []
      asked.set(key, { ...one, key, holds, areMany: repeatable.has(one.code) && one.code !== "row_rule" })
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

/** The first days under each answer to a question, in the order of its options. */
export function* examplesOf(
  grid: Grid | Unreadable,
  options: Omit<ReadOptions, "answers">,
  choices: Choices,
  asked: ReadonlyArray<Asked>
): Generator<{ readonly key: string; readonly value: string; readonly days: Outcome["days"] }> {
  for (const { areMany, key, options: values } of asked) {
    if (areMany) continue
    for (const { value } of values) {
      const { outcome } = answered(grid, options, { ...choices, answers: { ...choices.answers, [key]: [value] } })
      yield { key, value, days: outcome.days.slice(0, firstDays) }
    }
  }
}
