import type { Answer, Call } from "../Exchange.ts"
import { adminToken } from "../ServiceLayer.ts"

export const withToken = { "x-admin-token": adminToken }
export const get = (url: string): Call => ({ method: "GET", url, headers: withToken })
export const json = (method: string, url: string, body: unknown): Call => ({
  method,
  url,
  headers: { ...withToken, "content-type": "application/json" },
  body: JSON.stringify(body)
})

export const parsed = (answer: Answer) => JSON.parse(answer.text) as Record<string, unknown>
/** The status, and the code of an error. */
export const codeOf = (answer: Answer) => [answer.status, answer.status === 200 ? undefined : parsed(answer)["error"]]
