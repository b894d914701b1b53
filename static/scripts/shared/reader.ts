import { byId, show } from "./dom.ts"
import { mine } from "./mine.ts"
import { allows, mayFollowToEntry } from "./roles.ts"
import type { Role } from "./roles.ts"

/** The role that the browser has stored, so that no link appears and then disappears. */
let role = mine.role.get()

/** Whether links to the entry are shown. */
export const mayEnter = () => mayFollowToEntry(role)

/** Hides the links of the bar that the reader's role cannot follow. */
export const renderBar = () => {
  show(byId("enter-link"), mayEnter())
  // Who may look may read the change log there.
  show(byId("admin-link"), role === null || allows(role, "view"))
}

/** Whether the reader may change a day. The role `entry` may only if the server says so. */
export const mayChange = ({ open_to_entry: isOpen }: { open_to_entry: boolean }) =>
  role === null || allows(role, "manager") || mayEnter() && isOpen

/** Asks the server for the role if the browser has stored one, because it may have changed. */
export const checkReader = async (ask: () => Promise<{ role: Role }>, changed: () => void) => {
  if (role === null) return
  const known = role
  role = (await ask().catch(() => undefined))?.role ?? mine.role.get()
  if (role !== known) changed()
}
