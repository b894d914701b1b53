// @ts-check
import { admin } from "../admin.js"
import { ApiError } from "../request.js"

/** `crypto.randomUUID` exists on https only, and many shops open this page on http in their own network. */
const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Whether the server may have carried the request out although it did not say so. @param {unknown} error */
export const isOpen = (error) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** @typedef {{ intent: string, key: string }} Pending a save whose answer is not known yet */

/**
 * Asks for changes of days. As long as the answer to one is unknown, the same change is sent with the same key, so that
 * it counts once however often it is tried. The key is kept in `store`, so that it survives a reload of the page.
 * @param {import("../mine.js").Kept<Pending>} store
 */
export const makeSave = (store) => {
  let pending = store.get()

  /** @param {typeof pending} next */
  const keep = (next) => {
    pending = next
    if (next === null) store.drop()
    else store.keep(next)
  }

  /** @param {"PUT" | "DELETE" | "POST"} method @param {string} path @param {Record<string, unknown>} body */
  return async (method, path, body) => {
    const intent = JSON.stringify([method, path, body])
    if (pending?.intent !== intent) keep({ intent, key: freshKey() })
    try {
      const answer = await admin(method, path, body, pending?.key)
      keep(null)
      return answer
    } catch (error) {
      // A session that has ended leads to the sign-in page and back: the change is not decided until then.
      if (!isOpen(error) && !(error instanceof ApiError && error.status === 401)) keep(null)
      throw error
    }
  }
}

/** @typedef {ReturnType<typeof makeSave>} Save */
