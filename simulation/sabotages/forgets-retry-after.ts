import { judgeReply as correct } from "../../src/Chat/Verdict.ts"

export * from "../../src/Chat/Verdict.ts"

/** Reads the seconds of the header as hundredths. */
export const judgeReply: typeof correct = (reply, options) => {
  const answer = correct(reply, options)
  return { ...answer, retryAfterMillis: answer.retryAfterMillis === null ? null : answer.retryAfterMillis / 100 }
}
