// @ts-check
import { show } from "../shared/dom.js"
import { allows } from "../shared/roles.js"

/** @type {import("../shared/session.js").Identity} */
let me = { name: "", role: "view", session: null }

/** The person who uses the page. Actions that their role may not do are hidden. @param {import("../shared/session.js").Identity} who */
export const become = (who) => {
  me = who
  for (const element of document.querySelectorAll("[data-needs]")) {
    show(/** @type {HTMLElement} */ (element), may(/** @type {import("../shared/session.js").Role} */ (element.getAttribute("data-needs"))))
  }
}

/** Whether the server allows this person what needs that role. @param {import("../shared/session.js").Role} needed */
export const may = (needed) => allows(me.role, needed)

/** The name for the history; undefined for the holder of the master token, who has no name. */
export const myName = () => me.name === "admin" ? undefined : me.name

export const myRole = () => me.role
