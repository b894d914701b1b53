import { leastOfMean } from "../../Domain/DayStatistics.ts"
import type { Period } from "../../Domain/Period.ts"
import type { Report, ReportDay } from "../../Domain/Report.ts"
import type { Turnover } from "../../Domain/Turnover.ts"
import type { Line } from "../Message.ts"
import { defused } from "../PlainText.ts"
import type { Phrases } from "./Phrases.ts"
import { about, comparedText, countedAmount, dayText, missingLine } from "./StoryText.ts"

const widest = 10

/**
 * A bar of text characters; the largest amount has the widest bar. The bar of a counted amount is filled, that of a generated one
 * is not.
 */
const barOf = ({ cents, source }: ReportDay, largest: number): string => {
  if (cents === null || cents === 0 || largest === 0) return ""
  return (source === "generated" ? "░" : "█").repeat(Math.max(1, Math.round(cents / largest * widest)))
}

/** `10月1日 周四 国庆`; a make-up working day is named as one. */
const dayTitle = ({ date, festivals = [], makeupFor }: ReportDay, { fullDay, holiday, makeup }: Phrases): string =>
  [fullDay(date), ...(festivals.length === 0 ? [] : [festivals.map(holiday).join(" · ")]), ...(makeupFor === undefined ? [] : [makeup])]
    .join(" ")

interface DayContext {
  /** The largest amount, in cents. */
  readonly largest: number
  readonly isMissing: boolean
  readonly withNote: boolean
}

const dayLine = (day: ReportDay, { isMissing, largest, withNote }: DayContext, phrases: Phrases): string => {
  const { say, short } = phrases
  const { cents, closed, isFinal, note, source } = day
  const name = dayTitle(day, phrases)
  const bar = barOf(day, largest)
  const said = cents === null || !isFinal
    ? [closed ? say("shop_closed") : isMissing ? say("report.missing") : "–"]
    : [...(bar === "" ? [] : [bar]), short(cents), ...(source === "generated" ? [say("report.estimated")] : [])]
  return [name, ...said, ...(withNote && note !== "" ? ["·", defused(note)] : [])].join(" ")
}

const goalLine = ({ generatedCents, goal, window }: Report, { say, short }: Phrases): ReadonlyArray<string> => {
  if (goal === undefined) return []
  const reached = window.cents - generatedCents
  const values = { goal: short(goal), reached: short(reached), missing: short(goal - reached) }
  return [say(reached >= goal ? "report.goal.reached" : "report.goal", values)]
}

/** The amounts that clearly differ from the usual ones, each with its usual amount. */
const unusualLines = ({ days }: Report, phrases: Phrases): ReadonlyArray<string> =>
  days.flatMap(({ cents, date, unusual, usual }) =>
    cents === null || usual === null || unusual === undefined ? [] : [
      phrases.say("report.unusual", {
        day: phrases.fullDay(date),
        amount: phrases.short(cents),
        usual: dayText({ against: "usual", days: 0, current: cents, previous: usual }, true, date, phrases)
      })
    ]
  )

const extremes = ({ best, mean, worst }: Report, countedDays: number, phrases: Phrases): ReadonlyArray<string> => {
  const { counted, fullDay, say, short } = phrases
  if (best === null || worst === null) return [say("report.none_counted")]
  const of = ({ cents, date }: Turnover) => ({ amount: short(cents), day: fullDay(date) })
  return [
    mean === null ? say("report.short_days", { n: leastOfMean }) : counted("report.mean", countedDays, { amount: phrases.amount(mean) }),
    ...(countedDays < 2 ? [] : [say("report.best", of(best)), say("report.worst", of(worst))])
  ]
}

/** `11月16日–11月22日`; a month by its name. */
const periodName = ({ first, kind, last, name }: Period, { month, say, span }: Phrases): string =>
  kind === "week" ? say("date.week", { n: Number(name.slice(-2)), period: span(first, last) }) : month(name)

/** How many of the days were counted; of a week in which the shop was closed, that it was. */
const daysLine = (
  { countedDays, window: { closedDays: closed, finalDays, missing } }: Report,
  { counted }: Phrases
): ReadonlyArray<string> => {
  const days = finalDays + missing.length
  if (days === 0) return closed === 0 ? [] : [counted("only.closed", closed)]
  const said = countedDays === days ? counted("report.days.all", days) : counted("days", days, { counted: countedDays })
  return [closed === 0 ? said : counted("days.closed", closed, { days: said })]
}

/** The report as text. The title has the sum; days that nobody counted are listed separately. */
export const reportText = (report: Report, publicUrl: string | null, phrases: Phrases) => {
  const { compared, countedDays, days, generatedCents, period, until, window } = report
  const { fullDay, say } = phrases
  // A month of notes is longer than some products accept; the report's page shows them.
  const withNote = period.kind === "week"
  const largest = Math.max(0, ...days.map(({ cents, isFinal }) => isFinal ? cents ?? 0 : 0))
  const title = say(`report.title.${period.kind}`, {
    amount: countedAmount({ ...window, generatedCents }, phrases),
    period: periodName(period, phrases)
  })
  const groups: ReadonlyArray<ReadonlyArray<Line>> = until === null ? [[say("report.not_begun")]] : [
    [
      ...(until < period.last ? [say("report.until", { day: fullDay(until) })] : []),
      ...daysLine(report, phrases),
      ...(window.generatedDays === 0 || countedDays === 0 ? [] : [say("also.estimated", { amount: about(generatedCents, phrases) })]),
      ...missingLine(window.missing, publicUrl, phrases),
      ...goalLine(report, phrases),
      ...extremes(report, countedDays, phrases)
    ],
    compared === null ? [] : [comparedText(compared, period.first, false, phrases)],
    unusualLines(report, phrases),
    days.map((day) => dayLine(day, { largest, isMissing: window.missing.includes(day.date), withNote }, phrases))
  ]
  return { title, groups }
}
