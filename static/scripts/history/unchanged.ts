import { ApiError, request } from "../shared/request.ts"

/** The most responses that are kept. A visit needs fewer, but each day has its own address, and a page may stay open for weeks. */
const most = 4

/** Like `request`, but the server does not send a response again that has not changed. */
export const makeUnchanged = <Answer>(): (path: string) => Promise<Answer> => {
  const answers: Map<string, { tag: string; answer: Answer }> = new Map()
  return async (path) => {
    const before = answers.get(path)
    let tag = ""
    try {
      const answer: Answer = await request(path, before === undefined ? {} : { headers: { "If-None-Match": before.tag } }, (headers) => {
        tag = headers.get("ETag") ?? ""
      })
      answers.delete(path)
      if (answers.size >= most) answers.delete(answers.keys().next().value ?? "")
      if (tag !== "") answers.set(path, { tag, answer })
      return answer
    } catch (error) {
      if (before !== undefined && error instanceof ApiError && error.status === 304) return before.answer
      throw error
    }
  }
}
