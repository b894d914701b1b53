import { isBlank } from "../../../../src/Domain/VisibleText.ts"
import { byId, setText } from "../../shared/dom.ts"
import type { Day } from "../../shared/entry/day.ts"
import { told } from "../../shared/entry/told.ts"
import { dayLabel } from "../../shared/format/dates.ts"
import { money } from "../../shared/format/money.ts"
import { t } from "../../shared/language.ts"
import { fields } from "./form.ts"

/** Asks for the reason of a withdrawal; null if the user cancels. The field keeps its text; the caller empties it. */
export const makeWithdrawal = () => {
  const dialog = byId("withdraw-dialog") as HTMLDialogElement
  const reason = fields.withdrawal
  byId("withdraw-no").addEventListener("click", () => dialog.close())
  byId("withdraw-form").addEventListener("submit", (event) => {
    event.preventDefault()
    const given = !isBlank(reason.value)
    reason.setAttribute("aria-invalid", String(!given))
    setText(byId("withdraw-fault"), given ? "" : t("withdraw.why"))
    if (given) dialog.close("yes")
    else reason.focus()
  })

  return {
    ask: (day: Day): Promise<string | null> => {
      setText(byId("withdraw-text"), t("withdraw.text", { day: dayLabel(day.date), amount: money(day.amount), told: told(day) }))
      setText(byId("withdraw-fault"), "")
      reason.removeAttribute("aria-invalid")
      dialog.returnValue = ""
      dialog.showModal()
      reason.focus()
      return new Promise((resolve) => {
        dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes" ? reason.value.trim() : null), { once: true })
      })
    },
    drop: () => dialog.close()
  }
}
