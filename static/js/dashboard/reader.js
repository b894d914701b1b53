// @ts-check
import { byId, show } from "../shared/dom.js"
import { mine } from "../shared/mine.js"
import { mayFollowToEntry } from "../shared/roles.js"

/** The role that the browser has stored, so that no link appears and then disappears. */
let role = mine.role.get()

/** Whether links to the entry are shown. */
export const mayEnter = () => mayFollowToEntry(role)

export const renderReader = () => {
  show(byId("admin-link"), mayEnter())
  show(byId("leave"), !mayEnter())
  show(byId("legend-tap"), mayEnter())
}

/**
 * Asks the server for the role if the browser has stored one, because it may have changed.
 * @param {() => Promise<{ role: import("../shared/roles.js").Role }>} ask @param {() => void} changed
 */
export const checkReader = async (ask, changed) => {
  if (role === null) return
  const known = role
  role = (await ask().catch(() => undefined))?.role ?? mine.role.get()
  if (role === known) return
  renderReader()
  changed()
}
