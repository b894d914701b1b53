import { judge as correct } from "../../../src/Chat/Feishu/Verdict.ts"

export * from "../../../src/Chat/Feishu/Verdict.ts"

export const judge: typeof correct = (reply, options) => {
  const answer = correct(reply, options)
  return reply.status >= 200 && reply.status < 300 ? { ...answer, verdict: "delivered", detail: "Delivered" } : answer
}
