import type { DayAnnouncement, DayStory, StorySum } from "../../Domain/Announcement.ts"
import type { LocalDate } from "../../Domain/LocalDate.ts"
import type { Fair } from "../../Domain/Matching.ts"
import type { Line } from "../Message.ts"
import { defused } from "../PlainText.ts"
import { arrow, type Phrases } from "./Phrases.ts"

/** From this multiple of the median, an amount is stated as a multiple, not as a percentage. */
const multiple = 3

/** How an unusual amount differs: `比近 8 个周五的中位数 ¥4,200 低 38%`. */
export const outlierLine = (
  { cents, date }: Pick<DayAnnouncement, "date"> & { readonly cents: number },
  { daysCompared, median }: NonNullable<DayStory["outlier"]>,
  { say, short, weekday, whole }: Phrases
): string => {
  const usual = say("usual", { n: daysCompared, weekday: weekday(date), amount: short(median) })
  if (cents >= multiple * median) return say("usual.times", { usual, times: Math.floor(cents / median) })
  return say(cents > median ? "usual.above" : "usual.below", { usual, share: whole(Math.round(Math.abs(cents - median) / median * 100)) })
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

const comparedLines = (
  { cents, date }: DayAnnouncement,
  { lastWeek, mean }: DayStory,
  { amount, moved, say, share: shareText, signed, weekday }: Phrases
): ReadonlyArray<string> => {
  const ofWeek = (previous: number) => {
    if (cents === previous) return say("change.none")
    const [by, share] = [signed(cents - previous), shareText(cents, previous)]
    return arrow(cents, previous) + (share === "" ? by : say("change", { by, share }))
  }
  return [
    ...(lastWeek === null ? [] : [say("last_week", {
      weekday: weekday(date),
      amount: amount(lastWeek.cents),
      change: lastWeek.compared ? ofWeek(lastWeek.cents) : say("not_compared")
    })]),
    ...(mean === null ? [] : [say("mean", {
      n: mean.days,
      weekday: weekday(date),
      amount: amount(mean.cents),
      change: moved(cents, mean.cents) || arrow(cents, mean.cents) + signed(cents - mean.cents)
    })])
  ]
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

/** `比上月同期 ▼ −3.0%（已按星期折算）` */
export const fairText = (current: number, fair: Fair, phrases: Phrases): string => {
  const share = phrases.share(current, fair.expected)
  return phrases.fairly(fair, fair.isLevel ? share : arrow(current, fair.expected) + share)
}

const sumLine = (name: "week" | "month", sum: StorySum, phrases: Phrases): string => {
  const { compared } = sum
  const change = compared === null ? "" : phrases.moved(compared.current, compared.previous)
  const values = { amount: countedAmount(sum, phrases), days: daysText(sum, phrases) }
  if (compared?.fair !== undefined) {
    return phrases.say(`sum.${name}.fair`, { ...values, fair: fairText(compared.current, compared.fair, phrases) })
  }
  return compared === null || change === ""
    ? phrases.say(`sum.${name}`, values)
    : phrases.counted(`sum.${name}.compared`, compared.days, { ...values, change })
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
  const isCompared = day.source !== "generated"
  return [
    [
      ...come,
      ...(story.outlier === null ? [] : [outlierLine(day, story.outlier, phrases)]),
      ...(isCompared ? comparedLines(day, story, phrases) : [])
    ],
    [
      sumLine("week", story.week, phrases),
      sumLine("month", story.month, phrases),
      ...goalLines(story, phrases),
      ...missingLine(missingIn(story), publicUrl, phrases)
    ],
    story.note === "" ? [] : [phrases.say("note", { note: defused(story.note) })]
  ]
}
