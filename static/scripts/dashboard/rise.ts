import { asked } from "../shared/address.ts"
import { byId, el } from "../shared/dom.ts"
import { language, onLanguage, t } from "../shared/language.ts"
import { remembered } from "../shared/store.ts"

/** The colour of a rise: the reader's choice, otherwise the usual colour of the language. */
const colourOfRise = (): "red" | "green" => {
  const chosen = asked("rise") ?? remembered.get("rise")
  return chosen === "red" || chosen === "green" ? chosen : language() === "zh" ? "red" : "green"
}

/** The switch between 红涨绿跌 and 绿涨红跌. */
export const startRise = () => {
  const button = byId("rise-switch")
  const render = () => {
    const name = t(`rise.${colourOfRise()}`)
    document.documentElement.dataset.rise = colourOfRise()
    const [up, down] = [el("span", {}, "▲"), el("span", {}, "▼")]
    up.style.color = "var(--rise)"
    down.style.color = "var(--fall)"
    button.replaceChildren(up, down, ` ${name}`)
    button.setAttribute("aria-label", t("rise.label", { name }))
  }
  button.addEventListener("click", () => {
    remembered.set("rise", colourOfRise() === "red" ? "green" : "red")
    render()
  })
  onLanguage(render)
  render()
}
