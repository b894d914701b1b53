import { leastOfMean } from "../../../src/Domain/DayStatistics.ts"
import { comparedLine } from "../shared/compared.ts"
import { el } from "../shared/dom.ts"
import { dateRange, dayLabel, fullDate, isWeekend, monthName, shortDate } from "../shared/format/dates.ts"
import { about, money, roundMoney } from "../shared/format/money.ts"
import { hourMinute } from "../shared/format/times.ts"
import { specialName } from "../shared/holiday.ts"
import { counted, language, t } from "../shared/language.ts"
import type { Report } from "./main.ts"

type Day = Report["days"][number]

/** @param period `2026-W47` or `2026-11` */
const numberOf = (period: string) => Number(period.replace(/^.*\D/, ""))

/** `2026年第47周`, `2026年11月`; `Week 47 of 2026`, `Nov 2026`. */
export const periodTitle = ({ kind, period }: Pick<Report, "kind" | "period">) =>
  kind === "month"
    ? t("report.month", { year: period.slice(0, 4), month: monthName(period) })
    : t("report.week", { year: period.slice(0, 4), n: numberOf(period) })

/** `第46周`, `Week 46`; a month with its year. */
export const stepName = (kind: Report["kind"], period: string) =>
  kind === "month" ? periodTitle({ kind, period }) : t("report.step", { n: numberOf(period) })

/** The same days in the history. */
export const historyOf = ({ first, kind, last, period }: Report) => {
  const address = new URLSearchParams(location.search)
  if (kind === "month") address.set("month", period)
  else {
    address.set("from", first)
    address.set("to", last)
  }
  return `history?${address}`
}

const fact = (name: string, value: Node | string, more: Node | string | null = null) =>
  el("div", {}, el("dt", {}, name), el("dd", {}, value, more === null ? null : el("small", {}, more)))

const goalFact = ({ amount, missing, reached }: NonNullable<Report["goal"]>) =>
  fact(t("report.goal"), money(amount),
    t(missing === 0 ? "report.goal.reached" : "report.goal.missing", { reached: money(reached), missing: money(missing) }))

/** A link to the entry of a day; on paper only what the day lacks. */
const toEnter = (date: string, lack: string) =>
  el("a", { class: "to-do", href: `enter?date=${date}` }, lack, el("span", { class: "act" }, t("report.enter")))

/** The text beside a day without a counted amount. */
const todo = ({ missing }: Report, { amount, closed, date, source, unusual }: Day) => {
  if (amount !== null) {
    if (source === "generated") return toEnter(date, t("report.estimated"))
    return unusual === undefined ? null : el("span", { class: "outlier" }, t("report.unusual"))
  }
  if (closed) return t("report.closed")
  return missing.includes(date) ? toEnter(date, t("report.missing")) : null
}

/** The sum of the counted days, which leads; of estimates alone where there is nothing else, a dash without any. */
const sumOf = ({ counted, counted_days: days, days_final: final, generated }: Report) =>
  final === 0 ? "—" : days === 0 ? about(generated.amount) : money(counted)

/** What the sum leaves out, or is made of. */
const estimates = ({ counted_days: days, generated }: Report) =>
  generated.days === 0
    ? []
    : [days === 0 ? t("report.all_generated") : counted("report.generated", generated.days, { amount: about(generated.amount) })]

const table = (report: Report) => {
  const { days } = report
  const largest = Math.max(0, ...days.map(({ amount }) => amount ?? 0))
  return el("table", { class: "days" }, el("caption", { class: "for-readers" }, t("report.days")),
    el("thead", {},
      el("tr", {}, el("th", { scope: "col" }, t("report.day")), el("td", { class: "bar" }),
        el("th", { scope: "col", class: "number" }, t("report.amount")),
        el("th", { scope: "col", class: "number before" }, t("report.usual")),
        el("th", { scope: "col", class: "remark" }, t("report.remark")))), el("tbody", {}, ...days.map((day) => {
        const { amount, date, note, source, usual } = day
        const bar = el("span", { class: "fill", "data-source": source })
        bar.style.width = amount === null || largest === 0 ? "0" : `${amount / largest * 100}%`
        const remark = todo(report, day)
        const special = specialName(day)
        return el("tr", { "data-weekend": isWeekend(date) },
          el("th", { scope: "row" }, dayLabel(date), special === null ? null : el("small", {}, special)),
          el("td", { class: "bar" }, amount === null || amount === 0 ? null : bar), el("td", { class: "number" }, money(amount)),
          el("td", { class: "number before" }, usual === null ? "" : roundMoney(usual)),
          el("td", { class: "remark" }, remark,
            note === "" ? null : el("span", { class: "note" }, `${remark === null ? "" : " · "}${note}`)))
      })),
    el("tfoot", {},
      el("tr", {}, el("th", { scope: "row" }, t("report.sum")), el("td", { class: "bar" }), el("td", { class: "number" }, sumOf(report)),
        el("td", { class: "number before" }), el("td", { class: "remark" }, ...estimates(report)))))
}

const made = (report: Report) => {
  const { closed_days: closed, counted_days: days, days_final: final, last, missing, until } = report
  return [
    ...(until !== null && until < last ? [t("report.until", { day: dayLabel(until) })] : []),
    ...(final + missing.length === 0 ? [] : [
      days === final && missing.length === 0
        ? counted("report.all_counted", days)
        : counted("report.counted", final + missing.length, { counted: days })
    ]),
    ...(closed === 0 ? [] : [counted("report.closed_days", closed)])
  ].map((text) => el("span", {}, text)).concat(
    estimates(report).map((text) => el("span", { class: "need" }, text)),
    missing.length === 0
      ? []
      : [el("span", { class: "need" }, t("report.lacks", { names: missing.map(shortDate).join(language() === "en" ? ", " : "、") }))]
  )
}

const dayOf = (at: string) => shortDate(at.slice(0, 10))

/** `¥3,100`, `约 ¥3,100`, or 缺. */
const stood = (figure: Report["changes"][number]["before"]) =>
  figure === null ? t("report.missing") : figure.source === "generated" ? about(figure.amount) : money(figure.amount)

/** When the report was sent, with its check code, and what was changed since. */
const sentLines = ({ changes, sent }: Report) =>
  sent === null ? [] : [
    ...changes.map(({ after, at, before, by, date }) =>
      el("p", { class: "need" }, t(at === null ? "report.changed.by_nobody" : "report.changed", {
        day: shortDate(date),
        before: stood(before),
        after: stood(after),
        by: by ?? "",
        at: at === null ? "" : dayOf(at)
      }))
    ),
    el("p", {}, t("report.sent", { day: dayOf(sent.at), time: hourMinute(sent.at) }),
      ...sent.head === null ? [] : [t("report.code"), el("code", {}, sent.head)])
  ]

/** The best or the lowest day. One that is unusual may be a slip of the pen, so it says so. */
const extreme = (name: string, { amount, date }: { date: string; amount: number }, days: Report["days"]) => {
  const isUnusual = days.some((day) => day.date === date && day.unusual)
  return fact(name, money(amount),
    el("span", {}, fullDate(date), isUnusual ? el("br", {}) : null, isUnusual ? el("span", { class: "need" }, t("report.unusual")) : null))
}

/** The report as a sheet: the sum, means and comparisons, and a row per day. */
export const sheetOf = (report: Report) => {
  const { best, comparison, counted_days: days, first, generated, goal, last, mean, until, worst } = report
  const facts = [
    ...(goal === null ? [] : [goalFact(goal)]),
    fact(t("report.mean"), money(mean),
      days === 0 ? t("report.none_counted") : mean === null ? t("report.short_days", { n: leastOfMean }) : counted("report.of_days", days)),
    ...(best === null || days < 2 ? [] : [extreme(t("report.best"), best, report.days)]),
    ...(worst === null || days < 2 ? [] : [extreme(t("report.worst"), worst, report.days)]),
    ...(comparison === null ? [] : [fact(t("report.compared"), comparedLine(comparison, { date: first }, false))])
  ]
  const heading = el("h2", { class: "period" }, `${periodTitle(report)} · ${dateRange(first, last)}`)
  if (until === null) return [heading, el("p", {}, t("report.not_begun"))]
  return [
    heading,
    el("p", { class: days === 0 && generated.days > 0 ? "total need" : "total" }, sumOf(report)),
    el("p", { class: "made" }, ...made(report)),
    // Four or fewer stand in one row, more in rows of three.
    el("dl", { class: facts.length > 4 ? "facts three" : "facts" }, ...facts),
    table(report),
    el("div", { class: "sent" }, ...sentLines(report))
  ]
}
