import { judge as correct } from "../../../src/Chat/Feishu/Verdict.ts"

export * from "../../../src/Chat/Feishu/Verdict.ts"

/** Reads the seconds of the header as hundredths. */
export const judge: typeof correct = (reply, options) => {
  const answer = correct(reply, options)
  return { ...answer, retryAfterMillis: answer.retryAfterMillis === null ? null : answer.retryAfterMillis / 100 }
}
