import { comparedLine } from "../shared/compared.ts"
import { byId, el, setText } from "../shared/dom.ts"
import { dateRange, shortDate, weekday } from "../shared/format/dates.ts"
import { about, roundMoney } from "../shared/format/money.ts"
import { counted, t } from "../shared/language.ts"
import { entryOf, leadsToEntry } from "./entry-link.ts"
import type { Metrics, Sum } from "./metrics.ts"

/** More missing days than these are counted, not named. */
const mostNamed = 2

/** `11月19日`, a link to its entry where the reader may enter it. */
const dayToEnter = (date: string) =>
  leadsToEntry() ? el("a", { class: "need", href: entryOf(date) }, shortDate(date)) : el("span", { class: "need" }, shortDate(date))

/** `缺 11月19日`; `缺 5 天`; null where no day is missing. */
const lack = ({ missing }: Sum) =>
  missing.length === 0
    ? null
    : missing.length > mostNamed
    ? el("span", { class: "need" }, t("lacks", { what: counted("some_days", missing.length) }))
    : el("span", { class: "need" }, `${t("lacks", { what: "" }).trim()} `,
      ...missing.flatMap((date, index) => [index === 0 ? "" : t("list.comma"), dayToEnter(date)]))

const row = (id: string, title: string, span: string, sum: Sum, isNow = true) => {
  const { comparison, days, estimated } = sum
  const missing = lack(sum)
  const notes = [
    missing,
    estimated === undefined ? null : el("span", {}, counted("estimates", estimated.days, { amount: about(estimated.total) }))
  ]
    .filter((note) => note !== null)
  const element = byId(id)
  const [heading, range, amount, beside] = [".name", ".span", ".sum", ".beside"].map((part) => element.querySelector(part) as HTMLElement)
  if (heading === undefined || range === undefined || amount === undefined || beside === undefined) return
  setText(heading, title)
  range.replaceChildren(...(notes.length === 0 ? [span] : notes.flatMap((note, index) => index === 0 ? [note] : [" · ", note])))
  setText(amount, days > 0 ? roundMoney(sum.total) : "—")
  beside.replaceChildren(...(comparison === null || days === 0 ? [] : [comparedLine(comparison, { date: sum.end }, isNow)]))
}

/** The week until the last day that counts, the week before, and the month: each with what it lacks and its one comparison. */
export const renderRows = ({ counted: { as_of, last_week, month, week }, today }: Metrics) => {
  const until = t(as_of === today.date ? "until.today" : "until.yesterday")
  const [isWeek, isMonth] = [as_of >= week.start, as_of >= month.start]
  const days = week.start === week.end ? weekday(week.start) : t("weekdays", { from: weekday(week.start), to: weekday(week.end) })
  row("week", isWeek ? t("this_week.until", { until }) : t("this_week"), isWeek ? days : "", week)
  row("last-week", t("last_week"), dateRange(last_week.start, last_week.end), last_week, false)
  row("month", isMonth ? t("this_month.until", { until }) : t("this_month"), isMonth ? dateRange(month.start, month.end) : "", month)
}
