import { byId, setText, show } from "../dom.ts"
import { t } from "../language.ts"

export type Wording = { title: string; detail: string; yes: string; no?: string }

/** Asks again before a save. The safe answer has the focus. */
export const makeQuestion = () => {
  const panel = byId("question")
  let answer: ((answer: boolean | null) => void) | null = null
  let wording: () => Wording = () => ({ title: "", detail: "", yes: "" })

  const render = () => {
    const { detail, no = t("question.no"), title, yes } = wording()
    setText(byId("question-title"), title)
    setText(byId("question-detail"), detail)
    setText(byId("question-yes"), yes)
    setText(byId("question-no"), no)
  }

  const close = (given: boolean | null) => {
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
     * @param words said again after a change of language
     */
    ask: (words: () => Wording, doubtful: boolean): Promise<boolean | null> => {
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
