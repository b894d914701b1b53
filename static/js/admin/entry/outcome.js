// @ts-check
import { byId } from "../../shared/dom.js"
import { say } from "../../shared/result.js"

/**
 * The outcome of a save. It is scrolled into view and gets the focus, so that a screen reader reads it and keyboard users continue
 * from there.
 */
export const makeOutcome = () => {
  const element = byId("entry-result")
  /** @type {string | null} */
  let saying = null
  return {
    /** @param {"good" | "bad" | "wait"} kind @param {() => string} sentence @param {boolean} [focused] */
    say: (kind, sentence, focused = true) => {
      saying = kind
      say(element, kind, sentence)
      if (!focused) return
      element.focus({ preventScroll: true })
      element.scrollIntoView({ block: "nearest" })
    },
    clear: () => {
      saying = null
      say(element, "none")
    },
    /** Whether the outcome has to stay visible. */
    speaks: () => saying !== null
  }
}
