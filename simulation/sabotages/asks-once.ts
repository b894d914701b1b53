import { afterQuestion as correct } from "../../src/Domain/Questions.ts"

export * from "../../src/Domain/Questions.ts"

export const afterQuestion: typeof correct = (memory, question, asked, jitter) =>
  correct(memory, question, { ...asked, retryAfterMillis: 3_600_000 }, jitter)
