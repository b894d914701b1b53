// @ts-check
import { asked, keepInAddress } from "./address.js"
import { byId, setText } from "./dom.js"
import { language, onLanguage, setLanguage, t } from "./language.js"
import { remembered } from "./store.js"

const system = matchMedia("(prefers-color-scheme: dark)")

/** @type {Set<() => void>} */
const listeners = new Set()

/** @param {() => void} listener called after every change of colours */
export const onTheme = (listener) => {
  listeners.add(listener)
}

/** @returns {"light" | "dark" | "auto"} */
const choice = () => {
  const theme = asked("theme") ?? remembered.get("theme")
  return theme === "light" || theme === "dark" ? theme : "auto"
}

/** @param {"light" | "dark"} theme */
const paint = (theme) => {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

const resolved = () => {
  const chosen = choice()
  return chosen === "auto" ? (system.matches ? "dark" : "light") : chosen
}

/** @type {Record<string, "light" | "dark" | "auto">} */
const following = { auto: "light", light: "dark", dark: "auto" }

/** The switches for colours and language, which all pages have. */
export const startSwitches = () => {
  const themeButton = /** @type {HTMLButtonElement} */ (byId("theme-switch"))
  const languageButton = /** @type {HTMLButtonElement} */ (byId("language-switch"))
  const label = () => {
    setText(byId("theme-name"), t(`theme.${choice()}`))
    themeButton.setAttribute("aria-label", t("theme.label", { name: t(`theme.${choice()}`) }))
    setText(languageButton, language() === "en" ? "中文" : "English")
    languageButton.lang = language() === "en" ? "zh-CN" : "en"
  }
  themeButton.addEventListener("click", () => {
    const next = following[choice()] ?? "auto"
    remembered.set("theme", next === "auto" ? null : next)
    keepInAddress("theme", next)
    paint(resolved())
    label()
  })
  languageButton.addEventListener("click", () => {
    const next = language() === "en" ? "zh" : "en"
    remembered.set("lang", next)
    keepInAddress("lang", next)
    setLanguage(next)
  })
  system.addEventListener("change", () => paint(resolved()))
  // Paper is white, whatever the colours of the screen are.
  addEventListener("beforeprint", () => paint("light"))
  addEventListener("afterprint", () => paint(resolved()))
  onLanguage(label)
  label()
  // A click before this would have no effect, so the buttons are disabled until now.
  themeButton.disabled = languageButton.disabled = false
}
