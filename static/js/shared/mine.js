// @ts-check
import { forThisTab, remembered } from "./store.js"

/**
 * One value of a store, as JSON.
 * @template T
 * @typedef {{ get: () => T | null, keep: (value: T) => void, drop: () => void }} Kept
 */

/** @param {typeof remembered} store @param {string} key @returns {Kept<any>} */
const kept = (store, key) => ({
  get: () => JSON.parse(store.get(key) ?? "null"),
  keep: (value) => store.set(key, JSON.stringify(value)),
  drop: () => store.set(key, null)
})

/**
 * What the pages keep for the person who uses them: typed text, saves without an answer, saves that can be undone. No
 * credential is among it. A phone may close a page that is not in view, so `/enter` keeps what was typed for the browser.
 */
export const mine = {
  adminDraft: kept(forThisTab, "entry-draft"),
  phoneDraft: kept(remembered, "enter-draft"),
  adminSave: kept(forThisTab, "pending-save"),
  phoneSave: kept(remembered, "enter-pending"),
  adminUndo: kept(forThisTab, "undoable"),
  phoneUndo: kept(forThisTab, "enter-undoable"),
  /** The dashboard's last figures, for a visit without a connection. */
  figures: kept(remembered, "figures"),
  /** The person whose it is. */
  name: kept(remembered, "name"),
  /** The role that this browser was signed in with last; the server decides what it may. */
  role: kept(remembered, "role")
}

let hasLeft = false

/** Keeps the dashboard's figures, unless they arrive after the person has signed out here. @param {unknown} figures */
export const keepFigures = (figures) => {
  if (!hasLeft) mine.figures.keep(figures)
}

/** Clears everything at sign-out, and where an invitation signs another person in, who must see none of it. */
export const forgetMine = () => {
  hasLeft = true
  for (const each of Object.values(mine)) each.drop()
}

/** Whether something typed waits for its person to sign in again. */
export const hasTyped = () => mine.adminDraft.get() !== null || mine.phoneDraft.get() !== null
