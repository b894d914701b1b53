// @ts-check
import { isBlank } from "../../../../src/Domain/VisibleText.ts"
import { byId, setText } from "../../shared/dom.js"
import { told } from "../../shared/entry/told.js"
import { dayLabel } from "../../shared/format/dates.js"
import { money } from "../../shared/format/money.js"
import { t } from "../../shared/language.js"
import { fields } from "./form.js"

/** Asks for the reason of a withdrawal; null if the user cancels. The field keeps its text; the caller empties it. */
export const makeWithdrawal = () => {
  const dialog = /** @type {HTMLDialogElement} */ (byId("withdraw-dialog"))
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
    /** @param {import("../../shared/entry/day.js").Day} day @returns {Promise<string | null>} */
    ask: (day) => {
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
