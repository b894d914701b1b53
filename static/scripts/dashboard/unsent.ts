import type { Responses } from "../../../src/Api/Responses.ts"
import { byId, el, show } from "../shared/dom.ts"
import { language, t } from "../shared/language.ts"
import { mine } from "../shared/mine.ts"
import { request } from "../shared/request.ts"
import { allows } from "../shared/roles.ts"
import { isWall } from "./entry-link.ts"

/** A delivery, or none, changes no figure, so no event announces it. */
const askEvery = 5 * 60_000

const isManager = () => {
  const role = mine.role.get()
  return role !== null && allows(role, "manager")
}

/** The line about a chat that does not get its messages: everybody reads that, and a manager also why and where to look. */
export const makeUnsent = () => {
  let chats: string[] = []
  let why: () => string = () => ""
  /** What is drawn: the same is not drawn again, so that a press on the link is not lost. */
  let drawn = ""
  const line = el("p", { class: "gap tap", id: "unsent", role: "status", hidden: true })
  byId("banner").after(line)

  const render = () => {
    const now = JSON.stringify([language(), chats, why()])
    if (now === drawn) return
    drawn = now
    show(line, chats.length > 0)
    line.replaceChildren(el("span", { class: "need" }, t("unsent") + why()),
      ...(isManager() ? [" ", el("a", { href: "admin#messages" }, t("look"))] : []))
  }

  const load = async () => {
    if (isWall()) return
    // If the service is down, the page already shows that; the last answer stays.
    const health: Responses["health"] | undefined = await request("api/health").catch(() => undefined)
    if (health === undefined) return
    chats = "notifications" in health ? health.notifications.chats.filter(({ unsent }) => unsent).map(({ name }) => name) : []
    const [first] = chats
    why = () => ""
    if (first !== undefined && isManager()) {
      const { askWhy } = await import("./unsent-why.ts")
      why = await askWhy(first).catch(() => why)
    }
    render()
  }

  setInterval(() => {
    if (!document.hidden) void load()
  }, askEvery)
  return { load, render }
}
