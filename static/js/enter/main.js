// @ts-check
import { enterWords } from "../../../words/Enter.ts"
import { refusalWords } from "../../../words/Refusals.ts"
import { sharedWords } from "../../../words/Shared.ts"
import { asked } from "../shared/address.js"
import { byId, show } from "../shared/dom.js"
import { isPastCutoff } from "../shared/entry/cutoff.js"
import { makeQuestion } from "../shared/entry/question.js"
import { makeSave } from "../shared/entry/save.js"
import { afterUndo } from "../shared/entry/standing.js"
import { askOwn } from "../shared/entry/take-back.js"
import { localDigits } from "../shared/format/local-digits.js"
import { addWords, onLanguage, t, translate } from "../shared/language.js"
import { mine } from "../shared/mine.js"
import { startSignOut } from "../shared/sign-out.js"
import { startSwitches } from "../shared/switches.js"
import { startWorker } from "../shared/worker.js"
import { makeDone } from "./done.js"
import { drafts } from "./draft.js"
import { fields, renderLate } from "./form.js"
import { keepUp } from "./keep-up.js"
import { load, reload, week } from "./load.js"
import { isEntry, keepDraft, render, situation, tell, today, who } from "./page.js"
import { makeSend } from "./send.js"

addWords(sharedWords, refusalWords, enterWords)
translate()
startSwitches()

const save = makeSave(mine.phoneSave)
const question = makeQuestion()

/** Moves the focus to the action that the day now has, because the element that had the focus is gone. A field that is typed in keeps it. */
const focusForm = () => {
  const { amount, closed, note } = fields
  if ([amount, closed, note].some((field) => field === document.activeElement)) return
  const isThere = (/** @type {HTMLInputElement | HTMLButtonElement} */ each) => !each.disabled && each.checkVisibility()
  ;[amount, /** @type {HTMLButtonElement} */ (byId("change")), closed, note].find(isThere)?.focus()
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

byId("enter-form").addEventListener("submit", (event) => {
  event.preventDefault()
  if (!(/** @type {HTMLButtonElement} */ (byId("send")).disabled)) void send()
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
const isFirstVisit = () =>
  /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType("navigation")[0])?.type === "navigate"

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
})
startWorker()
