import type { ListedDay } from "../../Domain/DayList.ts"
import type { Period } from "../../Domain/Period.ts"
import type { Against, Report } from "../../Domain/Report.ts"
import type { Turnover } from "../../Domain/Turnover.ts"
import type { Line } from "../Message.ts"
import { arrow, type Phrases, shareText } from "./Phrases.ts"
import { missingLine } from "./Story.ts"

const widest = 10

/** A bar of text characters, the largest amount the widest. A counted one is full, a generated one is not. */
const barOf = ({ cents, source }: ListedDay, largest: number): string => {
  if (cents === null || cents === 0 || largest === 0) return ""
  return (source === "generated" ? "░" : "█").repeat(Math.max(1, Math.round(cents / largest * widest)))
}

const dayLine = (day: ListedDay, largest: number, isMissing: boolean, { fullDay, say, short }: Phrases): string => {
  const { cents, closed, date, isFinal, source } = day
  const name = fullDay(date)
  if (cents === null || !isFinal) return `${name} ${closed ? say("report.closed") : isMissing ? say("report.missing") : "–"}`
  const bar = barOf(day, largest)
  return [name, ...(bar === "" ? [] : [bar]), short(cents), ...(source === "generated" ? [say("report.estimated")] : [])].join(" ")
}

const comparedLine = (
  against: Against,
  { comparison: { basis, current, daysCompared, previous } }: Report["comparisons"][number],
  phrases: Phrases
) => {
  const { counted, say, short, signed } = phrases
  if (current === null || previous === null) return say(`report.${against}.none`)
  const share = shareText(current, previous)
  const by = signed(current - previous)
  const change = current === previous ? say("change.none") : arrow(current, previous) + (share === "" ? by : say("change", { by, share }))
  const said = basis === "generated" ? say("change.estimated", { change }) : change
  return counted(`report.${against}`, daysCompared, { amount: short(previous), change: said })
}

const extremes = ({ best, mean, worst }: Report, countedDays: number, phrases: Phrases): ReadonlyArray<string> => {
  const { counted, fullDay, say, short } = phrases
  if (mean === null || best === null || worst === null) return [say("report.none_counted")]
  const of = ({ cents, date }: Turnover) => ({ amount: short(cents), day: fullDay(date) })
  return [
    counted("report.mean", countedDays, { amount: phrases.amount(mean) }),
    ...(countedDays < 2 ? [] : [say("report.best", of(best)), say("report.worst", of(worst))])
  ]
}

/** `11月16日–11月22日`; a month by its name. */
export const periodName = ({ first, kind, last, name }: Period, { dayName, say }: Phrases): string =>
  kind === "week"
    ? say("report.week", { first: dayName(first), last: dayName(last) })
    : say("date.month", { name, year: name.slice(0, 4), month: Number(name.slice(5)) })

/** A report in words: the title has its sum, and what nobody counted stands apart. */
export const reportText = (report: Report, publicUrl: string | null, phrases: Phrases) => {
  const { comparisons, countedDays, days, generatedCents, period, until, window } = report
  const { amount, counted, fullDay, say } = phrases
  const largest = Math.max(0, ...days.map(({ cents, isFinal }) => isFinal ? cents ?? 0 : 0))
  const title = say(`report.title.${period.kind}`, { amount: amount(window.cents), period: periodName(period, phrases) })
  const groups: ReadonlyArray<ReadonlyArray<Line>> = until === null ? [[say("report.not_begun")]] : [
    [
      ...(until < period.last ? [say("report.until", { day: fullDay(until) })] : []),
      say(window.closedDays === 0 ? "report.days" : "report.days.closed", {
        counted: countedDays,
        days: window.finalDays + window.missing.length,
        closed: window.closedDays
      }),
      ...(window.generatedDays === 0 ? [] : [counted("report.generated", window.generatedDays, { amount: amount(generatedCents) })]),
      ...missingLine(window.missing, publicUrl, phrases),
      ...extremes(report, countedDays, phrases)
    ],
    comparisons.map((one) => comparedLine(one.against, one, phrases)),
    days.map((day) => dayLine(day, largest, window.missing.includes(day.date), phrases))
  ]
  return { title, groups }
}
