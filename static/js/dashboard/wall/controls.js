// @ts-check
import { addressWith } from "../../shared/address.js"
import { el, setText, show } from "../../shared/dom.js"
import { onLanguage, t } from "../../shared/language.js"
import { sceneNames } from "./scenes.js"

/** Milliseconds without a movement after which the controls are hidden. */
const restless = 5_000

const leave = () => location.assign(addressWith("wall", null))

/** The controls of the wall, visible while a visitor moves, touches or types. @param {ReturnType<typeof import("./scenes.js").makeScenes>} scenes */
export const makeControls = (scenes) => {
  const root = document.documentElement
  const choices = sceneNames.map((
    name
  ) => /** @type {const} */ ([name, el("button", { type: "button", class: "quiet", click: () => scenes.hold(name) })]))
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

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
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
