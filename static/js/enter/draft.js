// @ts-check
import { remembered } from "../shared/store.js"

const storageKey = "enter-draft"

/** @typedef {{ date: string | null, amount: string, note: string, closed: boolean, tried: boolean }} Draft `tried`: it was sent, and no answer came */

/** What was typed and has not arrived: it survives the page, and nothing sends it by itself. */
export const draft = {
  /** @returns {Draft | null} */
  get: () => JSON.parse(remembered.get(storageKey) ?? "null"),
  /** @param {Draft} kept */
  keep: (kept) => remembered.set(storageKey, JSON.stringify(kept)),
  drop: () => remembered.set(storageKey, null)
}
