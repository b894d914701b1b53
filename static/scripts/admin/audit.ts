import type { Responses } from "../../../src/Api/Responses.ts"
import { actorName } from "../shared/actor.ts"
import { byId, el, setText, show } from "../shared/dom.ts"
import { fullDate } from "../shared/format/dates.ts"
import { dateTime, dayBeside, fullTime, monthLabel } from "../shared/format/moments.ts"
import { money } from "../shared/format/money.ts"
import { counted, t } from "../shared/language.ts"
import { request } from "../shared/request.ts"
import { say, sentenceOf } from "../shared/result.ts"
import { openByTouch } from "./date-field.ts"
import type { Room } from "./main.ts"

/** Rows that are shown at a time: thousands would make the page slow. */
const page = 200

type AuditRow = Responses["audit"][number]

export const startAudit = (): Room => {
  const days = byId("audit-days") as HTMLSelectElement
  const date = byId("audit-date") as HTMLInputElement
  const action = byId("audit-action") as HTMLSelectElement
  const actor = byId("audit-actor") as HTMLInputElement
  const result = byId("audit-result")
  let rows: AuditRow[] = []
  let shown = page
  let asking = 0

  const amounts = ({ amount_after, amount_before }: AuditRow) =>
    amount_before === null && amount_after === null ? [] : [
      amount_before === null ? null : el("span", { class: "old" }, money(amount_before)),
      el("span", {}, amount_after === null ? t("audit.none_now") : money(amount_after))
    ]

  /** Without the year, if it is that of the newest record. */
  const written = (instant: string) => (instant.slice(0, 4) === rows[0]?.created_at.slice(0, 4) ? dateTime : fullTime)(instant)

  const line = (row: AuditRow) =>
    el("tr", { title: `#${row.id} ${row.hash}` }, el("td", { class: "when" }, written(row.created_at)),
      el("th", { scope: "row", class: "date" }, row.kind === "goal" ? monthLabel(row.date) : dayBeside(row.date, row.created_at)),
      el("td", { class: "kind" }, t(`change.${row.kind}`)), el("td", { class: "number" }, ...amounts(row)),
      el("td", { class: "from" }, row.source === null ? "" : t(`source.${row.source}`)),
      el("td", { class: "wrap by" }, actorName(row.actor)), el("td", { class: "wrap" }, row.reason))

  const countSentence = (found: number) => {
    if (rows.length === 0) return t("audit.empty")
    if (found === 0) return t("audit.none")
    return counted(found < rows.length ? "audit.count" : "audit.count.all", rows.length, { shown: found, total: rows.length })
  }

  const render = () => {
    const who = actor.value.trim().toLocaleLowerCase()
    const found = rows.filter((row) =>
      (date.value === "" || row.date === date.value) &&
      (action.value === "" || row.kind === action.value) &&
      (who === "" || actorName(row.actor).toLocaleLowerCase().includes(who))
    )
    byId("audit-rows").replaceChildren(...found.slice(0, shown).map(line))
    setText(byId("audit-date-text"), date.value === "" ? t("audit.any_date") : fullDate(date.value))
    setText(byId("audit-count"), countSentence(found.length))
    show(byId("audit-more"), found.length > shown)
  }

  const load = async () => {
    const mine = ++asking
    try {
      const answer = await request(`api/audit?days=${days.value}`)
      if (mine !== asking) return
      rows = answer
      render()
    } catch (error) {
      if (mine === asking) say(result, "bad", () => sentenceOf(error))
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
