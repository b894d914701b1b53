import { afterAttempt as correct } from "../../../src/Domain/Attempt.ts"

export * from "../../../src/Domain/Attempt.ts"

export const afterAttempt: typeof correct = (before, answer, ...rest) =>
  correct(before, answer.verdict === "unknown" ? { ...answer, verdict: "upset" } : answer, ...rest)
