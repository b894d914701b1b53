import { admin } from "../shared/admin.ts"
import { copyText } from "../shared/clipboard.ts"
import { byId, el, setText, show } from "../shared/dom.ts"
import { counted, language, t } from "../shared/language.ts"
import { remembered } from "../shared/store.ts"
import type { Health } from "./health/report.ts"
import { may } from "./me.ts"
import { stepsOf } from "./setup-steps.ts"
import type { Setup, Step } from "./setup-steps.ts"

const copyLine = (line: string) => {
  const code = el("code", {}, line)
  const button = el("button", {
    type: "button",
    class: "quiet",
    "aria-label": `${t("copy")} ${line}`,
    click: async () => {
      if (await copyText(line, code)) setText(button, t("copied"))
    }
  }, t("copy"))
  return el("p", { class: "line" }, code, button)
}

/** What is set up, and what a shop still has to decide. A user who has decided can fold the list. */
export const startSetup = () => {
  const space = byId("setup")
  let setup: Setup | undefined
  let health: Health | undefined
  /** The line for `config.json` that is shown. */
  let opened = ""
  /** The step whose line the address asks for, as `#system=chat` does. */
  let asked = location.hash.split("=")[1]
  /** What is drawn: the same is not drawn again, so that a press is not lost. */
  let drawn = ""

  const steps = () => setup === undefined || health === undefined ? [] : stepsOf(setup, health)

  const row = ({ text, title, ways }: Step) => {
    const lines: { button: HTMLElement; shown: HTMLElement | null }[] = ways.map(({ go, label, line }) => {
      if (go !== undefined) return { button: el("a", { class: "button plain small", href: go }, label), shown: null }
      const shown = el("div", { hidden: opened !== line }, copyLine(line ?? ""), el("p", {}, t("setup.then")))
      const button = el("button", {
        type: "button",
        class: "button plain small",
        "aria-expanded": String(opened === line),
        click: () => {
          opened = opened === line ? "" : line ?? ""
          drawn = ""
          render()
          byId("setup").querySelector(`[aria-expanded="true"]`)?.scrollIntoView({ block: "nearest" })
        }
      }, label)
      return { button, shown }
    })
    return el("li", {}, el("div", {}, el("h4", {}, title), el("p", {}, text)),
      el("p", { class: "ways" }, ...lines.map(({ button }) => button)), ...lines.map(({ shown }) => shown))
  }

  const render = () => {
    const all = steps()
    const open = all.filter(({ done }) => !done)
    const done = all.filter((step) => step.done)
    const now = JSON.stringify([language(), opened, all])
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
      const line = steps().find(({ done, name }) => !done && name === asked)?.ways[0]?.line
      if (line !== undefined) opened = line
      asked = ""
      render()
    }
  }
}
