// @ts-check
import { byId, setText, show } from "../dom.js"
import { t } from "../language.js"

/** @typedef {{ title: string, detail: string, yes: string, no?: string }} Wording */

/** Asks again before a save. The safe answer has the focus. */
export const makeQuestion = () => {
  const panel = byId("question")
  /** @type {((answer: boolean | null) => void) | null} */
  let answer = null
  /** @type {() => Wording} */
  let wording = () => ({ title: "", detail: "", yes: "" })

  const render = () => {
    const { detail, no = t("question.no"), title, yes } = wording()
    setText(byId("question-title"), title)
    setText(byId("question-detail"), detail)
    setText(byId("question-yes"), yes)
    setText(byId("question-no"), no)
  }

  /** @param {boolean | null} given */
  const close = (given) => {
    show(panel, false)
    const waiting = answer
    answer = null
    waiting?.(given)
  }

  byId("question-yes").addEventListener("click", () => close(true))
  byId("question-no").addEventListener("click", () => close(false))
  // The second tap of a double tap on save lands on the dialog; the focus has to stay on the answer.
  panel.addEventListener("mousedown", (event) => {
    if (!(event.target instanceof HTMLButtonElement)) event.preventDefault()
  })
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close(false)
  })

  return {
    /**
     * The answer; null if the question was dropped because its subject has changed.
     * @param {() => Wording} words said again after a change of language @param {boolean} doubtful @returns {Promise<boolean | null>}
     */
    ask: (words, doubtful) => {
      close(null)
      wording = words
      panel.dataset["doubtful"] = String(doubtful)
      render()
      show(panel, true)
      byId("question-no").focus()
      panel.scrollIntoView({ block: "nearest" })
      return new Promise((resolve) => {
        answer = resolve
      })
    },
    asking: () => answer !== null,
    drop: () => close(null),
    relabel: render
  }
}
