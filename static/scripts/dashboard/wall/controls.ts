import { addressWith } from "../../shared/address.ts"
import { el, setText, show } from "../../shared/dom.ts"
import { onLanguage, t } from "../../shared/language.ts"
import { sceneNames } from "./scenes.ts"

/** Milliseconds without a movement after which the controls are hidden. */
const restless = 5_000

const leave = () => location.assign(addressWith("wall", null))

/** The controls of the wall, visible while a visitor moves, touches or types. */
export const makeControls = (scenes: ReturnType<typeof import("./scenes.ts").makeScenes>) => {
  const root = document.documentElement
  const choices = sceneNames.map((
    name
  ) => ([name, el("button", { type: "button", class: "quiet", click: () => scenes.hold(name) })] as const))
  const full = el("button", {
    type: "button",
    class: "quiet",
    click: () => void (document.fullscreenElement === null ? root.requestFullscreen() : document.exitFullscreen()).catch(() => undefined)
  })
  const exit = el("button", { type: "button", class: "quiet", click: leave })
  const controls = el("nav", { class: "wall-controls", hidden: true }, ...choices.map(([, choice]) => choice), full, exit)
  document.body.append(controls)
  show(full, document.fullscreenEnabled)

  const label = () => {
    controls.setAttribute("aria-label", t("wall.controls"))
    for (const [name, choice] of choices) {
      setText(choice, t(`scene.${name}`))
      choice.setAttribute("aria-pressed", String(name === scenes.current()))
    }
    setText(full, t(document.fullscreenElement === null ? "wall.full" : "wall.full.end"))
    setText(exit, t("wall.leave"))
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const sleep = () => {
    // A keyboard user still needs the focused control.
    if (controls.querySelector(":focus-visible, :hover") !== null) return wake()
    root.classList.remove("awake")
    show(controls, false)
  }
  const wake = () => {
    clearTimeout(timer)
    timer = setTimeout(sleep, restless)
    root.classList.add("awake")
    show(controls, true)
  }
  for (const kind of ["pointermove", "pointerdown", "keydown"]) addEventListener(kind, wake, { passive: true })
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.fullscreenElement === null) leave()
  })
  document.addEventListener("fullscreenchange", label)
  scenes.onChange(label)
  onLanguage(label)
  label()
}
