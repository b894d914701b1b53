import { judgeReply as correct } from "../../src/Chat/Verdict.ts"

export * from "../../src/Chat/Verdict.ts"

export const judgeReply: typeof correct = (reply, options) => {
  const answer = correct(reply, options)
  return reply.status >= 200 && reply.status < 300 ? { ...answer, verdict: "delivered", detail: "Delivered" } : answer
}
