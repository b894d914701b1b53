import { admin } from "../shared/admin.ts"
import { byId, el, show } from "../shared/dom.ts"
import { counted, language, t } from "../shared/language.ts"
import { remembered } from "../shared/store.ts"
import type { Health } from "./health/report.ts"
import { may } from "./me.ts"
import { stepsOf } from "./setup-steps.ts"
import type { Setup, Step } from "./setup-steps.ts"

/** What is set up, and what a shop still has to decide. A user who has decided can fold the list. */
export const startSetup = () => {
  const space = byId("setup")
  let setup: Setup | undefined
  let health: Health | undefined
  /** What is drawn: the same is not drawn again, so that a press is not lost. */
  let drawn = ""

  const steps = () => setup === undefined || health === undefined ? [] : stepsOf(setup, health)

  const row = ({ go, text, title }: Step) =>
    el("li", {}, el("div", {}, el("h4", {}, title), el("p", {}, text)),
      go === null ? null : el("p", { class: "ways" }, el("a", { class: "button plain small", href: go.href }, go.label)))

  const render = () => {
    const all = steps()
    const open = all.filter(({ done }) => !done)
    const done = all.filter((step) => step.done)
    const now = JSON.stringify([language(), all])
    if (now === drawn) return
    drawn = now
    show(space, all.length > 0)
    // Listens to clicks because the event `toggle` comes later: if the list is drawn again or the page is left before it, the
    // choice would be lost. A key press also causes a click.
    const choose = () => remembered.set("setup", left.open ? "folded" : null)
    const left = el("details", { open: remembered.get("setup") !== "folded" },
      el("summary", { click: choose }, el("h3", {}, counted("setup.left", open.length))), el("ul", {}, ...open.map(row)))
    const ready = el("details", { class: "ready", open: space.querySelector(".ready[open]") !== null },
      el("summary", {}, t("setup.ready", { n: done.length })),
      el("ul", {}, ...done.map(({ text, title }) => el("li", {}, el("div", {}, el("h4", {}, title), el("p", {}, text))))))
    space.replaceChildren(...(open.length > 0 ? [left] : []), ...(done.length > 0 ? [ready] : []))
  }

  return {
    render,
    /** The settings; undefined for a person who may not see them. */
    known: () => setup,
    load: async (report: Health) => {
      if (!may("admin")) return
      health = report
      // The list is optional: the room works without it.
      setup = await admin("GET", "setup").catch(() => setup)
      render()
    }
  }
}
