// @ts-check
import { byId, show } from "./dom.js"
import { mine } from "./mine.js"
import { allows, mayFollowToEntry } from "./roles.js"

/** The role that the browser has stored, so that no link appears and then disappears. */
let role = mine.role.get()

/** Whether links to the entry are shown. */
export const mayEnter = () => mayFollowToEntry(role)

/** Hides the links of the bar that the reader's role cannot follow. */
export const renderBar = () => {
  for (const id of ["enter-link", "admin-link"]) show(byId(id), mayEnter())
}

/** Whether the reader may change a day. The role `entry` may only if the server says so. @param {{ open_to_entry: boolean }} day */
export const mayChange = ({ open_to_entry: isOpen }) => role === null || allows(role, "manager") || mayEnter() && isOpen

/**
 * Asks the server for the role if the browser has stored one, because it may have changed.
 * @param {() => Promise<{ role: import("./roles.js").Role }>} ask @param {() => void} changed
 */
export const checkReader = async (ask, changed) => {
  if (role === null) return
  const known = role
  role = (await ask().catch(() => undefined))?.role ?? mine.role.get()
  if (role !== known) changed()
}
