// @ts-check
import { mine } from "../shared/mine.js"
import { allows, mayFollowToEntry } from "../shared/roles.js"

/** What the browser has stored about its reader, so that no link appears and then disappears. */
let role = mine.role.get()

/** Whether links to the entry of missing days are shown. */
export const mayEnter = () => mayFollowToEntry(role)

/** Whether the reader may change that day: the role `entry` only where the server says so. @param {{ open_to_entry: boolean }} day */
export const mayChange = ({ open_to_entry: isOpen }) => role === null || allows(role, "manager") || mayEnter() && isOpen

/**
 * Asks the server if the browser has stored a session: its role may have changed.
 * @param {() => Promise<{ role: import("../shared/roles.js").Role }>} ask @param {() => void} changed
 */
export const checkReader = async (ask, changed) => {
  if (role === null) return
  const known = role
  role = (await ask().catch(() => undefined))?.role ?? mine.role.get()
  if (role !== known) changed()
}
