import { DateTime } from "effect"
import { nextOnTheHour } from "./Agenda.ts"
import { type Calendar, cutoffInstant, dateOf, endOfDay, startOfDay } from "./Calendar.ts"
import * as DayBook from "./DayBook.ts"
import { addDays, type LocalDate } from "./LocalDate.ts"
import { figureOf, isCleared } from "./Turnover.ts"

/** What a source is asked for: a day's figure after its cutoff, or today's amount so far. */
type Purpose = "figure" | "so_far"

/** What decides when a source is asked. */
export interface AskingRules {
  readonly calendar: Calendar
  /** How many minutes after the cutoff the source is asked repeatedly. */
  readonly patienceMinutes: number
  /** How many minutes lie between two questions during the day; 0: none are asked. */
  readonly askMinutes: number
}

export interface Question {
  readonly date: LocalDate
  readonly purpose: Purpose
}

/** The last question of a purpose; milliseconds since 1970. */
interface LastQuestion {
  readonly date: LocalDate
  /** When the first question of its day began. */
  readonly since: number
  /** When the last question ended. */
  readonly at: number
  /** How many questions in a row had no answer; 0 after an answer. */
  readonly faults: number
  /** When the source is asked again after a fault, while patience lasts. */
  readonly againAt: number
}

/** The questions that a process remembers. Another process asks again; an answer that both get counts once. */
export type Memory = Readonly<Partial<Record<Purpose, LastQuestion>>>

/** The next question and its instant. Without a question, the instant at which to decide again. */
export interface Next {
  readonly at: number
  readonly question: Question | null
}

const oneMinute = 60_000
const hour = 60 * oneMinute
const firstPause = 2_000
const longestPause = oneMinute

/** How long after the end of patience, and of the day, a process that starts still asks for a day. */
const restartGrace = hour

/** Full jitter: uniform between 0 and a limit that starts at 2 s, doubles each time and stops at 60 s. */
const pauseMillis = (faults: number, jitter: number): number =>
  Math.round(jitter * Math.min(longestPause, firstPause * 2 ** Math.min(faults - 1, 30)))

/**
 * What to remember after a question.
 * @param answered whether the answer is stored, or need not be
 * @param jitter uniform in [0, 1)
 */
export const afterQuestion = (
  memory: Memory,
  { date, purpose }: Question,
  asked: { readonly begun: number; readonly ended: number; readonly answered: boolean },
  jitter: number
): Memory => {
  const { answered, begun, ended } = asked
  const before = memory[purpose]?.date === date ? memory[purpose] : undefined
  const faults = answered ? 0 : (before?.faults ?? 0) + 1
  const last: LastQuestion = {
    date,
    since: Math.min(before?.since ?? begun, ended),
    at: ended,
    faults,
    // If another process has stored the day, an answer changes nothing, and it may come before this process reads that change.
    againAt: ended + pauseMillis(Math.max(1, faults), jitter)
  }
  return { ...memory, [purpose]: last }
}

/** The last question about a date. A question in the future comes from a clock that has been set back, so it is ignored. */
const lastQuestion = (memory: Memory, purpose: Purpose, date: LocalDate, now: number): LastQuestion | undefined => {
  const last = memory[purpose]
  return last?.date === date && last.at <= now ? last : undefined
}

/** The instant from which `without_figure` applies. */
export const patienceEnd = (rules: Pick<AskingRules, "calendar" | "patienceMinutes">, date: LocalDate): number =>
  cutoffInstant(date, rules.calendar).epochMillis + rules.patienceMinutes * oneMinute

/**
 * Whether the day's figure is to be asked for. It is not if the day is closed, if a person has withdrawn its figure since its
 * cutoff, or if it has a figure other than a running amount.
 */
const isWanted = (book: DayBook.DayBook, date: LocalDate, cutoff: number): boolean => {
  return figureOf(book.byDate.get(date)) === undefined && !DayBook.isClosed(book, date) && !isCleared(DayBook.markOf(book, date), cutoff)
}

const isAfterFirst = (book: DayBook.DayBook, date: LocalDate): boolean => {
  const first = book.days[0]
  return first !== undefined && first.date <= date
}

interface Seen {
  readonly rules: AskingRules
  readonly book: DayBook.DayBook
  readonly memory: Memory
  readonly now: DateTime.Zoned
}

/** When the figure of a day is next asked for; null for never. */
const figureAt = ({ book, memory, now: { epochMillis: now, zone }, rules }: Seen, date: LocalDate): number | null => {
  const cutoff = cutoffInstant(date, rules.calendar).epochMillis
  if (!isWanted(book, date, cutoff)) return null
  if (now < cutoff) return cutoff
  const end = patienceEnd(rules, date)
  const over = endOfDay(date, rules.calendar).epochMillis
  const last = lastQuestion(memory, "figure", date, now)
  if (last === undefined || last.at < cutoff) return now < over || end >= over && now < end + restartGrace ? now : null
  // A machine that was suspended until after the end of patience, and of the day, asks no more.
  if (now >= Math.max(end, over)) return null
  if (last.againAt < end) return last.againAt
  const onTheHour = nextOnTheHour(DateTime.unsafeMakeZoned(last.at, { timeZone: zone }))
  return onTheHour < over ? onTheHour : null
}

const soFarAt = ({ book, memory, now: { epochMillis: now }, rules }: Seen, date: LocalDate): number | null => {
  const cutoff = cutoffInstant(date, rules.calendar).epochMillis
  if (rules.askMinutes === 0 || !isWanted(book, date, cutoff)) return null
  const begin = startOfDay(date, rules.calendar).epochMillis
  const step = rules.askMinutes * oneMinute
  const latest = begin + Math.floor((now - begin) / step) * step
  const last = lastQuestion(memory, "so_far", date, now)
  // There are no sales yet at the first instant of a day.
  const isDue = latest > begin && (last === undefined || last.at < latest)
  const at = isDue ? now : latest + step
  return at < cutoff ? at : null
}

/** Today, and before it yesterday, whose patience may last beyond the end of its day. */
const figureDays = ({ book, memory }: Seen, today: LocalDate): ReadonlyArray<LocalDate> => {
  const yesterday = addDays(today, -1)
  return memory.figure?.date === yesterday || isAfterFirst(book, yesterday) ? [yesterday, today] : [today]
}

/**
 * Rules 5.20 and 5.21: when the source is next asked, for which day and for what. `book` has the present days. Like the agenda of
 * the daily job, it compares instants of the wall clock and does not rely on timers.
 */
export const next = (rules: AskingRules, book: DayBook.DayBook, memory: Memory, now: DateTime.Zoned): Next => {
  const seen = { rules, book, memory, now }
  const today = dateOf(now, rules.calendar)
  const over = endOfDay(today, rules.calendar).epochMillis
  const days = figureDays(seen, today)
  const ends = days.map((date) => patienceEnd(rules, date)).filter((end) => end > now.epochMillis)
  // If a later day is stored, the clock is in doubt, and so is the day to ask for.
  if (DayBook.daysAfter(book, today).length > 0) return { at: over, question: null }
  const candidate = (purpose: Purpose, date: LocalDate, at: number | null): ReadonlyArray<Next> =>
    at === null ? [] : [{ at: Math.max(at, now.epochMillis), question: { date, purpose } }]
  // If several questions are due, the first of this list is asked.
  const found = [
    ...days.flatMap((date) => candidate("figure", date, figureAt(seen, date))),
    ...candidate("so_far", today, soFarAt(seen, today))
  ]
  const due = found.find(({ at }) => at === now.epochMillis)
  if (due !== undefined) return due
  const look: Next = { at: Math.min(over, ...ends), question: null }
  return found.reduce((first, one) => one.at <= first.at ? one : first, look)
}

/** The day whose source has not answered in time; null if there is none. The caller knows whether a question is still open. */
export const unanswered = (rules: AskingRules, book: DayBook.DayBook, memory: Memory, now: DateTime.Zoned): LocalDate | null => {
  const { figure } = memory
  if (figure === undefined || lastQuestion(memory, "figure", figure.date, now.epochMillis) === undefined) return null
  const { date } = figure
  const cutoff = cutoffInstant(date, rules.calendar).epochMillis
  const isOver = figure.at >= cutoff && now.epochMillis >= patienceEnd(rules, date)
  return isOver && isWanted(book, date, cutoff) && date >= addDays(dateOf(now, rules.calendar), -1) ? date : null
}
