// @ts-check
import { byId } from "../../shared/dom.js"
import { say } from "../result.js"

/** What became of a save: in view, and focused so that it is read out and the next key goes on from there. */
export const makeOutcome = () => {
  const element = byId("entry-result")
  /** @type {() => void} */
  let draw = () => undefined
  return {
    /** @param {"good" | "bad" | "wait"} kind @param {() => string} sentence @param {boolean} [focused] */
    say: (kind, sentence, focused = true) => {
      draw = () => say(element, kind, sentence())
      draw()
      if (!focused) return
      element.focus({ preventScroll: true })
      element.scrollIntoView({ block: "nearest" })
    },
    clear: () => {
      draw = () => say(element, "none")
      draw()
    },
    relabel: () => draw()
  }
}
