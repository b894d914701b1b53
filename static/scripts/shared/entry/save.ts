import { admin } from "../admin.ts"
import type { Kept } from "../mine.ts"
import { ApiError } from "../request.ts"
import { askDay, figureOf } from "./day.ts"
import type { Day, Figure } from "./day.ts"
import { currentOf } from "./standing.ts"

/** `crypto.randomUUID` exists on https only, and many shops open this page on http in their own network. */
const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Whether the server may have carried out a request although no response confirms it. */
export const isOpen = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** Whether the day differs from what the change has stored. */
const isOvertaken = (day: Day, method: string, body: Record<string, unknown>) =>
  method === "DELETE" ?
    day.amount !== null
    : "amount" in body ?
    day.amount !== body["amount"]
    : "closed" in body ?
    day.closed !== body["closed"]
    : day.note !== body["note"]

/**
 * Checks that a repeated change, to which the server sends its first response again, is still in place. If somebody has changed the
 * day since, the change is refused like any change of a day that was changed meanwhile.
 */
const stillStands = async (date: string, method: "PUT" | "DELETE", body: Record<string, unknown>, { id }: { id: number | null }) => {
  const day = await askDay(date)
  const [newest] = day.audit
  if (id === null || newest === undefined || newest.id <= id || !isOvertaken(day, method, body)) return
  const removed = day.amount === null ? day.audit.find(({ kind }) => kind === "withdrawn" || kind === "undone") : undefined
  const current = removed === undefined ? day : { ...day, by: removed.actor, at: removed.created_at }
  throw new ApiError(409, "changed_meanwhile", "", { current })
}

/** the figure that the page has shown; null for none */
type Expected = Figure | null

/** a save whose answer is not known yet */
type Pending = { intent: string; key: string; expected?: Expected | undefined }

const isSame = (one: Expected | undefined, other: Expected | undefined) => one?.amount === other?.amount && one?.source === other?.source

/**
 * Requests changes of days. While the result of a change is unknown, it is sent again with the same idempotency key, so that it
 * counts once. The key is kept in `store`, so that it survives a reload of the page.
 */
export const makeSave = (store: Kept<Pending>) => {
  let pending = store.get()

  const keep = (next: typeof pending) => {
    pending = next
    if (next === null) store.drop()
    else store.keep(next)
  }

  const send = async (method: "PUT" | "DELETE" | "POST", path: string, body: Record<string, unknown>, sent: Pending) => {
    keep(sent)
    try {
      const answer = await admin(method, path, sent.expected === undefined ? body : { ...body, expected: sent.expected }, sent.key)
      keep(null)
      return answer
    } catch (error) {
      // If the session has ended, the person signs in and comes back to this page; the change stays open until then.
      if (!isOpen(error) && !(error instanceof ApiError && error.status === 401)) keep(null)
      throw error
    }
  }

  /**
   * Sends a change that expects the figure on the screen. A repeated change expects the figure of the first attempt, because the
   * figure on the screen may be its own.
   * @param expected undefined where the server knows by itself
   */
  return async (method: "PUT" | "DELETE" | "POST", path: string, body: Record<string, unknown>, expected?: Expected) => {
    const intent = JSON.stringify([method, path, body])
    const fresh = () => ({ intent, key: freshKey(), expected })
    const isAgain = pending?.intent === intent && (isSame(pending.expected, expected) || expected?.amount === body["amount"])
    const first = isAgain && pending !== null ? pending : fresh()
    try {
      const answer = await send(method, path, body, first)
      const date = /\d{4}-\d\d-\d\d$/.exec(String(body["date"] ?? path))?.[0]
      if (isAgain && method !== "POST" && date !== undefined) await stillStands(date, method, body, answer)
      return answer
    } catch (error) {
      const current = currentOf(error)
      // The first request never arrived, and the screen shows the present figure.
      if (current === undefined || isSame(first.expected, expected) || !isSame(figureOf(current), expected)) throw error
      return send(method, path, body, fresh())
    }
  }
}

export type Save = ReturnType<typeof makeSave>
