import { enterWords } from "../../../words/Enter.ts"
import { failureWords } from "../../../words/Failures.ts"
import { roleWords } from "../../../words/Roles.ts"
import { sharedWords } from "../../../words/Shared.ts"
import { asked } from "../shared/address.ts"
import { byId, offerFocus, show } from "../shared/dom.ts"
import { isPastCutoff } from "../shared/entry/cutoff.ts"
import { makeQuestion } from "../shared/entry/question.ts"
import { makeSave } from "../shared/entry/save.ts"
import { afterUndo } from "../shared/entry/standing.ts"
import { askOwn } from "../shared/entry/take-back.ts"
import { localDigits } from "../shared/format/local-digits.ts"
import { addWords, onLanguage, t, translate } from "../shared/language.ts"
import { mine } from "../shared/mine.ts"
import { beforeRefusals } from "../shared/request.ts"
import { startSignOut } from "../shared/sign-out.ts"
import { startSwitches } from "../shared/switches.ts"
import { startWorker } from "../shared/worker.ts"
import { makeDone } from "./done.ts"
import { drafts } from "./draft.ts"
import { fields, renderLate } from "./form.ts"
import { keepUp } from "./keep-up.ts"
import { load, reload, week } from "./load.ts"
import { startManager } from "./manage.ts"
import { isEntry, keepDraft, render, situation, tell, today, who } from "./page.ts"
import { makeSend } from "./send.ts"

addWords(sharedWords, failureWords, roleWords, enterWords)
beforeRefusals(async () => addWords((await import("../../../words/Refusals.ts")).refusalWords))
translate()
startSwitches()

const save = makeSave(mine.phoneSave)
const question = makeQuestion()

/** Moves the focus to the action that the day now has, because the element that had the focus is gone. A field that is typed in keeps it. */
const focusForm = () => {
  const { amount, closed, note } = fields
  if ([amount, closed, note].some((field) => field === document.activeElement)) return
  const isThere = (each: HTMLInputElement | HTMLButtonElement) => !each.disabled && each.checkVisibility()
  ;[amount, byId("change") as HTMLButtonElement, closed, note].find(isThere)?.focus()
}

/** Starts a change of the shown figure, or ends it while nothing is typed. */
const change = () => {
  situation.editing = !situation.editing
  tell("none")
  render()
  focusForm()
}

const done = makeDone({
  save,
  today,
  who,
  others: (date) => situation.shop !== null && renderLate(situation.shop, date, "done-late"),
  isPast: (date) => situation.shop === null || isPastCutoff(situation.shop, date),
  isSettled: (date) => situation.shop !== null && isEntry() && isPastCutoff(situation.shop, date),
  undone: (after) => {
    void reload().then(() => {
      tell("good", () => t("enter.undone", { stands: afterUndo(after, today()) }))
      focusForm()
    })
  },
  edit: () => {
    void reload().then(change)
  }
})
const refresh = keepUp({ done, question })
const send = makeSend({ done, question, refresh, save })
startManager({ done, question, save })

byId("enter-form").addEventListener("submit", (event) => {
  event.preventDefault()
  if (!((byId("send") as HTMLButtonElement).disabled)) void send()
})
byId("confirm").addEventListener("click", () => {
  if (situation.day === null || situation.busy) return
  fields.amount.value = localDigits(String(situation.day.amount))
  void send()
})
byId("change").addEventListener("click", change)
for (const field of Object.values(fields)) {
  field.addEventListener("input", () => {
    question.drop()
    // The text that is changed now was never sent.
    if (situation.held !== "offline") situation.held = "no"
    situation.restored = false
    keepDraft()
    render()
  })
}
// A tap puts the caret behind the text of an earlier visit, and what is typed next would be one number with it.
for (const field of [fields.amount, fields.note]) {
  field.addEventListener("mousedown", (event) => {
    if (!situation.restored) return
    event.preventDefault()
    field.focus()
    field.select()
  })
}
startSignOut("sign-in?next=/enter")
onLanguage(() => {
  render()
  done.relabel()
  question.relabel()
  week.relabel()
})

/** Whether the page was newly opened, not reloaded or restored. */
const isFirstVisit = () => (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined)?.type === "navigate"

// Keeps text that was typed before this script ran, or on an earlier page that did not know its day. Text that belongs to a day
// waits for that day.
if (fields.amount.value !== "") keepDraft()
else {
  fields.amount.value = drafts.of(null)?.amount ?? ""
  situation.restored = fields.amount.value !== ""
}
render()
void load(asked("date"), { own: askOwn(), again: !isFirstVisit() }).then((own) => {
  const { day } = situation
  show(byId("enter-form"), own === null || day === null || !done.reopen(own, day))
  render()
  if (situation.restored) fields.amount.select()
  else if (fields.amount.checkVisibility()) offerFocus(fields.amount)
})
startWorker()
