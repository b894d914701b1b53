import { comparedWords } from "../../../words/Compared.ts"
import type { DayAnnouncement, DayStory, StorySum } from "../../Domain/Announcement.ts"
import { type Compared, outcome } from "../../Domain/Compared.ts"
import type { LocalDate } from "../../Domain/LocalDate.ts"
import type { Line } from "../Message.ts"
import { defused } from "../PlainText.ts"
import { type Phrases, speechIn } from "./Phrases.ts"

/**
 * `比平常周五少 34%（平常 ¥3,577）`; `比上月同样的日子少 ¥981`.
 * @param isNow whether the week or the month is the present one, so that the one before is the last one
 */
export const comparedText = (compared: Compared, date: LocalDate, isNow: boolean, { language, short, weekday, whole }: Phrases): string => {
  const { against, current, days, previous } = compared
  const { percent, times, way } = outcome(compared)
  const { counted, say } = speechIn(comparedWords, language)
  return counted(way === "times" ? "compared.usual.times" : `compared.${against}.${way}`, days, {
    weekday: weekday(date),
    before: against === "usual" || against === "holiday" ? "" : say(`compared.${isNow ? "now" : "earlier"}.${against}`),
    amount: short(previous),
    by: short(Math.abs(current - previous)),
    percent: whole(percent ?? 0),
    times: times ?? 0
  })
}

/** A day beside its usual amount; one that clearly differs is to be checked. */
export const dayText = (compared: Compared, isUnusual: boolean, date: LocalDate, phrases: Phrases): string => {
  const what = comparedText(compared, date, true, phrases)
  return isUnusual ? phrases.say("check", { what }) : what
}

const verbs = { manual: "entered", import: "imported", feed: null } as const

/** Where a figure comes from: who entered it and when, or that nobody did. */
const sourceLine = ({ date, source, story }: DayAnnouncement, phrases: Phrases): string => {
  const { kind, name, say, time } = phrases
  if (source === null) return ""
  const entered = story?.entered ?? null
  if (source !== "generated" && entered !== null) {
    const at = time(entered.at, date)
    if (entered.by === "auto-import") return say("come.auto-import", { time: at })
    const [by, verb] = [name(entered.by), verbs[source]]
    // A name that ends with the verb would repeat it.
    const isTwice = verb !== null && by.endsWith(kind(verb))
    return say(`come.${source}`, { name: isTwice ? by.slice(0, -kind(verb).length) : by, time: at })
  }
  if (source !== "generated" || story === undefined) return phrases.source(source)
  const values = { weekday: phrases.weekday(date), kept: say("estimated.counted") }
  return story.range === null ? say("estimated", values) : say("estimated.range", { ...values, range: phrases.range(story.range) })
}

/** How many of the days have a counted figure, so that a sum with generated or missing days shows that. */
const daysText = ({ cents, closedDays, days, generatedCents, generatedDays, missing }: StorySum, phrases: Phrases): string => {
  const { counted, say } = phrases
  const isWhole = generatedDays === 0 && missing.length === 0
  const said = isWhole ? counted("days.all", days) : counted("days", days, { counted: days - generatedDays - missing.length })
  const isPartly = generatedCents > 0 && generatedCents < cents
  const also = isPartly ? say("days.estimated", { days: said, amount: about(generatedCents, phrases) }) : said
  return closedDays === 0 ? also : counted("days.closed", closedDays, { days: also })
}

/** `约 ¥3,100`: what nobody counted has no cents. */
export const about = (cents: number, { say, short }: Phrases): string => say("about", { amount: short(Math.round(cents / 100) * 100) })

/** A sum leads with what was counted; one of estimates alone says so. */
export const countedAmount = (
  { cents, generatedCents }: { readonly cents: number; readonly generatedCents: number },
  phrases: Phrases
): string =>
  cents === generatedCents && cents > 0
    ? phrases.say("all.estimated", { amount: about(cents, phrases) })
    : phrases.amount(cents - generatedCents)

const sumLine = (name: "week" | "month", sum: StorySum, date: LocalDate, phrases: Phrases): string => {
  const said = phrases.say(`sum.${name}`, { amount: countedAmount(sum, phrases), days: daysText(sum, phrases) })
  if (sum.compared === null) return said
  const compared = comparedText({ against: `${name}_before`, ...sum.compared }, date, true, phrases)
  return phrases.say("sum.compared", { sum: said, compared })
}

const missingIn = ({ month, week }: DayStory): ReadonlyArray<LocalDate> =>
  [...new Set<LocalDate>([...month.missing, ...week.missing])].toSorted()

/** The days without a figure, each as a link to its entry; no line if no day is missing. */
export const missingLine = (
  dates: ReadonlyArray<LocalDate>,
  publicUrl: string | null,
  { counted, dayName, say }: Phrases
): ReadonlyArray<Line> => {
  if (dates.length === 0) return []
  const links = dates.map((date) => ({ label: dayName(date), url: entryUrl(publicUrl ?? "", date) }))
  const words = counted("missing", dates.length)
  return [
    publicUrl === null
      ? words + links.map(({ label }) => label).join(say("list"))
      : [words, ...links.flatMap((link, index) => index === 0 ? [link] : [say("list"), link])]
  ]
}

/** Rounded up to whole yuan, as on the dashboard: rounding down would miss the goal. */
const wholeUp = (cents: number): number => cents < 10_000 ? cents : Math.ceil(cents / 100) * 100

/** `本月目标 ¥95,000，还差 ¥23,400，剩 9 天，每天需 ¥2,600` */
const goalLines = ({ goal }: DayStory, { say, short }: Phrases): ReadonlyArray<string> => {
  if (goal === undefined) return []
  const values = { goal: short(goal.cents), missing: short(goal.missing), n: goal.daysLeft }
  if (goal.missing === 0) return [say("goal.reached", values)]
  if (goal.needed === null) return [say("goal.last", values)]
  const { daysUncounted: uncounted = 0 } = goal
  const needs = { ...values, needed: short(wholeUp(goal.needed)), days: goal.daysLeft + uncounted }
  return [say(uncounted === 0 ? "goal" : "goal.uncounted", needs)]
}

/** The address of the page that enters a day's amount. */
export const entryUrl = (publicUrl: string, date: LocalDate): string => `${publicUrl}/enter?date=${date}`

/** The lines about a final day: the source of its figure, comparisons, the sums of the week and the month, and the note. */
export const storyGroups = (day: DayAnnouncement, publicUrl: string | null, phrases: Phrases): ReadonlyArray<ReadonlyArray<Line>> => {
  const { story } = day
  const source = sourceLine(day, phrases)
  const come = source === "" ? [] : [source]
  if (story === undefined) return [come]
  return [
    [
      ...come,
      ...(story.compared === null ? [] : [dayText(story.compared, story.unusual, day.date, phrases)])
    ],
    [
      sumLine("week", story.week, day.date, phrases),
      sumLine("month", story.month, day.date, phrases),
      ...goalLines(story, phrases),
      ...missingLine(missingIn(story), publicUrl, phrases)
    ],
    story.note === "" ? [] : [phrases.say("note", { note: defused(story.note) })]
  ]
}
