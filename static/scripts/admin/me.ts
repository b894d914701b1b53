import { show } from "../shared/dom.ts"
import { allows } from "../shared/roles.ts"
import type { Identity, Role } from "../shared/session.ts"

let me: Identity = { name: "", role: "view", session: null }

/** The person who uses the page. Actions that their role may not do are hidden. */
export const become = (who: Identity) => {
  me = who
  for (const element of document.querySelectorAll("[data-needs]")) {
    show(element as HTMLElement, may(element.getAttribute("data-needs") as Role))
  }
}

/** Whether the server allows this person what needs that role. */
export const may = (needed: Role) => allows(me.role, needed)

/** The name for the history; undefined for the holder of the master token, who has no name. */
export const myName = () => me.name === "admin" ? undefined : me.name
