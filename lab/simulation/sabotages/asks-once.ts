import { afterQuestion as correct } from "../../../src/Domain/Questions.ts"

export * from "../../../src/Domain/Questions.ts"

export const afterQuestion: typeof correct = (memory, question, asked, jitter) => {
  const after = correct(memory, question, asked, jitter)
  const last = after[question.purpose]
  return last === undefined ? after : { ...after, [question.purpose]: { ...last, againAt: last.againAt + 3_600_000 } }
}
