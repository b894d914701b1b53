import { isBlank } from "../../../src/Domain/VisibleText.ts"
import { openByTouch } from "../shared/date-field.ts"
import { byId, setText, show } from "../shared/dom.ts"
import { askDay, figureOf } from "../shared/entry/day.ts"
import type { Day } from "../shared/entry/day.ts"
import type { Save } from "../shared/entry/save.ts"
import { currentOf, standingSentence } from "../shared/entry/standing.ts"
import { told } from "../shared/entry/told.ts"
import { money } from "../shared/format/money.ts"
import { t } from "../shared/language.ts"
import { sentenceOf } from "../shared/result.ts"
import { remembered } from "../shared/store.ts"
import { fields } from "./form.ts"
import { adopt } from "./load.ts"
import { keepDraft, render, situation, tell, today, who } from "./page.ts"

const field = (id: string): HTMLInputElement => byId(id)

/** What only managers do: they choose any day, and take its figure back for a reason that stays in the change log. */
export const startManager = (
  { done, question, save }: {
    done: ReturnType<typeof import("./done.ts").makeDone>
    question: ReturnType<typeof import("../shared/entry/question.ts").makeQuestion>
    save: Save
  }
) => {
  /** Asks before it withdraws the figure that the page shows, and again if that has changed meanwhile. */
  const withdraw = async (day: Day, reason: string): Promise<void> => {
    const expected = figureOf(day)
    if (expected === null) return tell("bad", () => `${standingSentence(day, today())}。`)
    const words = () => ({
      title: t("withdraw.title", { amount: money(expected.amount) }),
      detail: t("withdraw.text", { stands: standingSentence(day, today()), told: told(day) }),
      yes: t("withdraw.yes", { amount: money(expected.amount) }),
      no: t("withdraw.no")
    })
    if (await question.ask(words, true) !== true) return
    try {
      const { before, id } = await save("DELETE", `turnover/${day.date}`, { reason, ...who() }, expected)
      fields.reason.value = fields.amount.value = ""
      situation.held = "no"
      keepDraft()
      show(byId("enter-form"), false)
      done.open({
        kind: "withdrawn",
        taken: { id, date: day.date, after: null, before },
        today: today(),
        group: day.group,
        note: ""
      })
    } catch (error) {
      if (currentOf(error) === undefined) return tell("bad", () => sentenceOf(error))
      const found = await askDay(day.date)
      adopt(found)
      render()
      return withdraw(found, reason)
    }
  }

  byId("withdraw").addEventListener("click", async () => {
    const { busy, day } = situation
    if (busy || day === null) return
    const { reason } = fields
    const isGiven = !isBlank(reason.value)
    reason.setAttribute("aria-invalid", String(!isGiven))
    setText(byId("reason-fault"), isGiven ? "" : t("withdraw.why"))
    if (!isGiven) return reason.focus()
    situation.busy = true
    tell("none")
    render()
    await withdraw(day, reason.value.trim()).catch((error) => tell("bad", () => sentenceOf(error)))
    situation.busy = false
    render()
    if (!byId("enter-form").hidden) byId("withdraw").focus()
  })
  fields.reason.addEventListener("input", () => {
    fields.reason.removeAttribute("aria-invalid")
    setText(byId("reason-fault"), "")
  })
  const other = field("other-day")
  openByTouch(other)
  other.addEventListener("change", () => {
    if (other.value !== "") location.assign(`enter?date=${other.value}`)
  })
  const actor = field("actor")
  actor.value = remembered.get("actor") ?? ""
  actor.addEventListener("input", () => {
    remembered.set("actor", actor.value.trim())
    render()
  })
}
