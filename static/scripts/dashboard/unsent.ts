import { byId, el, show } from "../shared/dom.ts"
import { counted, t } from "../shared/language.ts"
import { mine } from "../shared/mine.ts"
import { request } from "../shared/request.ts"
import { allows } from "../shared/roles.ts"
import { isWall } from "./entry-link.ts"

/** Whether the reader may send a message again and can follow a link to it. */
const mayAct = () => {
  const role = mine.role.get()
  return role !== null && allows(role, "manager") && !isWall()
}

/** The line about messages that were not sent. It links only to pages that the reader's role may use. */
export const makeUnsent = () => {
  let failed = 0
  const line = el("p", { class: "gap tap", id: "unsent", role: "status", hidden: true })
  byId("banner").after(line)

  const render = () => {
    const visible = failed > 0 && mayAct()
    show(line, visible)
    line.replaceChildren(...(visible
      ? [el("span", { class: "need" }, counted("unsent", failed)), el("a", { href: "admin#messages" }, t("look"))]
      : []))
  }

  return {
    load: async () => {
      // If the service is down, the page already shows that; the last number stays.
      if (mayAct()) failed = await request("api/health").then((health) => health.notifications?.failed ?? 0, () => failed)
      render()
    },
    render
  }
}
