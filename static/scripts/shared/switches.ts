import { asked, keepInAddress } from "./address.ts"
import { byId, setText } from "./dom.ts"
import { language, onLanguage, setLanguage, t } from "./language.ts"
import { remembered } from "./store.ts"

const system = matchMedia("(prefers-color-scheme: dark)")

const choice = (): "light" | "dark" | "auto" => {
  const theme = asked("theme") ?? remembered.get("theme")
  return theme === "light" || theme === "dark" ? theme : "auto"
}

const paint = (theme: "light" | "dark") => {
  document.documentElement.dataset.theme = theme
}

const resolved = () => {
  const chosen = choice()
  return chosen === "auto" ? (system.matches ? "dark" : "light") : chosen
}

const following: Record<string, "light" | "dark" | "auto"> = { auto: "light", light: "dark", dark: "auto" }

/** The switches for colours and language, which all pages have. */
export const startSwitches = () => {
  const themeButton = byId("theme-switch") as HTMLButtonElement
  const languageButton = byId("language-switch") as HTMLButtonElement
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
    void setLanguage(next).then(() => {
      remembered.set("lang", next)
      keepInAddress("lang", next)
    }, () => undefined)
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
