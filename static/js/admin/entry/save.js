// @ts-check
import { ApiError } from "../../shared/request.js"
import { forThisTab } from "../../shared/store.js"
import { admin } from "../api.js"

const storageKey = "pending-save"

/** `crypto.randomUUID` exists on https only, and many shops open this page on http in their own network. */
const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** The save whose answer is not known yet: it survives a reload of the page. @type {{ intent: string, key: string } | null} */
let pending = JSON.parse(forThisTab.get(storageKey) ?? "null")

/** @param {typeof pending} next */
const keep = (next) => {
  pending = next
  forThisTab.set(storageKey, next === null ? null : JSON.stringify(next))
}

/** Whether the server may have carried the request out although it did not say so. @param {unknown} error */
export const isOpen = (error) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/**
 * Asks for one change of a day. As long as its answer is unknown, the same change is sent with the same key, so that
 * it counts once however often it is tried.
 * @param {"PUT" | "DELETE"} method @param {string} path @param {Record<string, unknown>} body
 */
export const save = async (method, path, body) => {
  const intent = JSON.stringify([method, path, body])
  if (pending?.intent !== intent) keep({ intent, key: freshKey() })
  try {
    const answer = await admin(method, path, body, pending?.key)
    keep(null)
    return answer
  } catch (error) {
    if (!isOpen(error)) keep(null)
    throw error
  }
}
