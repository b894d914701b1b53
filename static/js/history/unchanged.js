// @ts-check
import { ApiError, request } from "../shared/request.js"

/** More than one visit asks for: each day has an address of its own, and a page may be open for weeks. */
const most = 4

/** As `request`, but what has not changed since the last answer is not sent again. @returns {(path: string) => Promise<any>} */
export const makeUnchanged = () => {
  /** @type {Map<string, { tag: string, answer: any }>} */
  const answers = new Map()
  return async (path) => {
    const before = answers.get(path)
    let tag = ""
    try {
      const answer = await request(path, before === undefined ? {} : { headers: { "If-None-Match": before.tag } }, (headers) => {
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
