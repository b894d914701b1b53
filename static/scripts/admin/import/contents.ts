import { byId, el } from "../../shared/dom.ts"
import { counted, t } from "../../shared/language.ts"
import { faultSentence, faultTable } from "./faults.ts"
import type { Open } from "./file.ts"
import { howRead } from "./how.ts"
import { actions, announcing, daysTable, leftOut, sampleTable, sheetsLeft, tallies, warnings } from "./preview.ts"
import { openQuestions, questions } from "./questions.ts"
import type { Choices } from "./reading.ts"
import type { Stage } from "./stage.ts"

type Choose = (choices: Choices) => void
type Acts = { cancelButton: () => HTMLElement; choose: Choose; write: () => void }

/** What every preview begins with: how the file is read, and what it leaves open. */
const beginning = (present: Open, choose: Choose) => {
  const { choices, examples, opened, preview } = present
  if (preview === null) return []
  return [
    ...howRead(preview, opened, (changes) => choose({ answers: choices.answers, changes: { ...choices.changes, ...changes } })),
    ...questions(preview, examples, (given) => choose({ changes: choices.changes, answers: { ...choices.answers, ...given } })),
    ...sheetsLeft(preview)
  ]
}

/** Draws what is known of the file: its faults, its questions, or what it would change. */
export const drawPreview = (present: Open, { draw }: Stage, { cancelButton, choose, write }: Acts) => {
  const { preview } = present
  if (preview === null) return
  const { faults, outcome } = preview
  const [first] = faults
  byId("room-import").classList.toggle("chosen", preview.columns.length > 0)
  if (outcome === "refused" && preview.columns.length === 0 && first !== undefined)
    return draw("bad", () => first.code === "empty" ? t("import.empty") : faultSentence(first), () => [])
  if (outcome === "refused")
    return draw("bad", () => counted("import.faults", faults.length, { total: faults.length }),
      () => [...beginning(present, choose), ...faultTable(faults), ...sampleTable(preview)])
  const left = openQuestions(preview)
  if (outcome === "ask")
    return draw("wait", () => counted("import.open", left), () => [
      ...beginning(present, choose),
      ...sampleTable(preview),
      el("p", { class: "actions" }, cancelButton())
    ])
  const { plan } = present
  draw("wait", () => t("import.preview"), () => [
    ...beginning(present, choose),
    ...(plan === null ? [] : tallies(plan, preview)),
    ...warnings(plan, preview),
    ...sampleTable(preview),
    ...leftOut(preview, present.opened),
    ...(plan === null ? [] : daysTable(plan, preview)),
    ...(plan === null ? [] : announcing(plan, present.notify, (notify) => {
      present.notify = notify
    })),
    ...(plan === null ? [] : actions(plan, preview, () => write(), cancelButton()))
  ])
}
