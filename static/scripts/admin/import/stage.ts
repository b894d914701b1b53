import { byId, setText, show } from "../../shared/dom.ts"
import { say } from "../../shared/result.ts"

/** The place below the field for the file: the outcome, what is drawn, and how far the work is. */
export const makeStage = () => {
  const bar = byId("import-bar") as HTMLProgressElement
  const result = byId("import-result")
  const space = byId("import-preview")
  /** Draws the current content again after a change of language. */
  let drawn: (() => void) | null = null

  const draw = (outcome: "wait" | "bad" | "good" | "none", sentence: () => string, content: () => Node[]) => {
    drawn = () => {
      // What a person is about to press or type into stays in place.
      const focused = space.contains(document.activeElement) ? document.activeElement?.id : undefined
      say(result, outcome, sentence)
      space.replaceChildren(...content())
      if (focused !== undefined && focused !== "") document.getElementById(focused)?.focus()
    }
    drawn()
  }

  const clear = () => {
    drawn = null
    space.replaceChildren()
    say(result, "none")
    show(byId("import-progress"), false)
  }

  /** @param share null where it cannot be known */
  const progress = (stage: string, share: number | null) => {
    show(byId("import-progress"), true)
    setText(byId("import-stage"), stage)
    if (share === null) bar.removeAttribute("value")
    else bar.value = share
  }

  return {
    clear,
    draw,
    progress,
    /** Shows what is no outcome yet. */
    put: (...content: Node[]) => space.replaceChildren(...content),
    rest: () => show(byId("import-progress"), false),
    relabel: () => drawn?.()
  }
}

export type Stage = ReturnType<typeof makeStage>
