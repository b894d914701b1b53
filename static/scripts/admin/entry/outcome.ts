import { byId } from "../../shared/dom.ts"
import { say } from "../../shared/result.ts"

/**
 * The outcome of a save. It is scrolled into view and gets the focus, so that a screen reader reads it and keyboard users continue
 * from there.
 */
export const makeOutcome = () => {
  const element = byId("entry-result")
  let saying: string | null = null
  return {
    say: (kind: "good" | "bad" | "wait", sentence: () => string, focused: boolean = true) => {
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
