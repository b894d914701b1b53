import { actorName } from "../../shared/actor.ts"
import { openByTouch } from "../../shared/date-field.ts"
import { byId, setText, show } from "../../shared/dom.ts"
import { fullDate } from "../../shared/format/dates.ts"
import { makeOrder } from "../../shared/in-order.ts"
import { counted, t } from "../../shared/language.ts"
import { request } from "../../shared/request.ts"
import { say, sentenceOf } from "../../shared/result.ts"
import type { Room } from "../main.ts"
import { changesOf } from "./changes.ts"
import type { AuditRow } from "./changes.ts"
import { rowsOf } from "./row.ts"

/** Changes that are shown at a time: thousands would make the page slow. */
const page = 200

/** The change log. */
export const startAudit = (): Room => {
  const days = byId("audit-days") as HTMLSelectElement
  const date = byId("audit-date") as HTMLInputElement
  const action = byId("audit-action") as HTMLSelectElement
  const actor = byId("audit-actor") as HTMLInputElement
  const result = byId("audit-result")
  let rows: AuditRow[] | undefined
  let shown = page
  /** The imports whose days are shown, by their first record. */
  const opened = new Set<number>()
  const order = makeOrder()

  const render = () => {
    if (rows === undefined) return
    const who = actor.value.trim().toLocaleLowerCase()
    const found = changesOf(rows.filter((row) =>
      (date.value === "" || row.date === date.value) &&
      (action.value === "" || row.kind === action.value) &&
      (who === "" || actorName(row.actor).toLocaleLowerCase().includes(who))
    ))
    const year = rows[0]?.created_at.slice(0, 4) ?? ""
    byId("audit-rows").replaceChildren(...found.slice(0, shown).flatMap((change) => rowsOf(change, year, opened)))
    setText(byId("audit-date-text"), date.value === "" ? t("audit.any_date") : fullDate(date.value))
    setText(byId("audit-count"),
      found.length > 0 ? counted("audit.count", found.length) : t(rows.length === 0 ? "audit.empty" : "audit.none"))
    show(byId("audit-more"), found.length > shown)
  }

  const load = async () => {
    const isInOrder = order()
    try {
      const answer = await request(`api/audit?days=${days.value}`)
      if (!isInOrder()) return
      rows = answer
      say(result, "none")
      render()
    } catch (error) {
      if (isInOrder()) say(result, "bad", () => sentenceOf(error))
    }
  }

  days.addEventListener("change", () => void load())
  for (const field of [date, action, actor]) {
    field.addEventListener("input", () => {
      shown = page
      render()
    })
  }
  openByTouch(date)
  byId("audit-more").addEventListener("click", () => {
    shown += page
    render()
  })
  return { open: () => void load(), changed: () => void load(), relabel: render }
}
