import { yearBefore } from "../../../../src/Domain/Matching.ts"
import { addDays, epochDay, isDate } from "../../shared/format/dates.ts"
import { dayOn, daysBetween, isKnown, stateOf } from "./days.ts"
import type { Past } from "./days.ts"
import type { Day } from "./days.ts"
import type { State } from "./days.ts"
import { blocksAround, isOffFor, ownDayBefore } from "./festivals.ts"
import type { Block } from "./festivals.ts"

/**
 * Why a day is not compared: its own state, the state of its match, or no match. `worked`: the match was a working day, not a day
 * off of the festival.
 */
export type Reason = "both_closed" | "worked" | "no_day" | "unknown_year" | "too_old" | State | `then_${State}`

/** A day of the range with its match, which is shown even if the two are not compared. */
export type Pair = { date: string; day: Day; match: string | null; then: Day | null; reason: Reason | null }

/** What a range is compared with. */
export type Against = "holiday" | "weekdays" | "year" | "before"

/** Sums of the compared pairs, in cents; null if there is none. */
export interface Comparison {
  readonly against: Against
  /** The festival whose days are compared. */
  readonly block: Block | null
  /** Its own day of the year before. */
  readonly ownBefore: string | null
  /** One a day of the range from the first record until today. */
  readonly pairs: ReadonlyArray<Pair>
  readonly daysCompared: number
  readonly current: number | null
  readonly previous: number | null
}

export const allAgainst: ReadonlyArray<Against> = ["holiday", "weekdays", "year", "before"]

const weeksOfYear = 52

/** The comparisons that a range can have. */
export const comparedWith = (past: Past, from: string, to: string) =>
  allAgainst.filter((name) => name !== "holiday" || blocksAround(past, from, to).length > 0)

/** The match of a date and, if the two are not to be compared, the reason. */
type Match = { match: string | null; reason: Reason | null }
type Matching = (date: string) => Match

const isCounted = (past: Past, day: Day | null) => day !== null && stateOf(past, day) === "counted"

const isPair = (past: Past, { day, match, then }: { day: Day; match: Match; then: Day | null }) =>
  match.reason === null && then !== null && isKnown(past, day) && isKnown(past, then) && (isCounted(past, day) || isCounted(past, then))

/** Why a pair is not compared. */
const reasonOf = (past: Past, { day, match: { match, reason }, then }: { day: Day; match: Match; then: Day | null }): Reason => {
  const state = stateOf(past, day)
  const before = then === null ? undefined : stateOf(past, then)
  if (state === "closed" && before === "closed" && reason === null) return "both_closed"
  if (state !== "counted") return state
  if (reason !== null) return reason
  if (before === undefined) return match !== null && past.first !== null && match < past.first ? "then_before" : "too_old"
  return `then_${before}`
}

const byFestival = (past: Past, block: Block): Matching & { ownBefore?: string | undefined } => {
  const ownBefore = ownDayBefore(past, block)
  const year = Number(block.own.slice(0, 4)) - 1
  const oldest = past.days[0]?.date ?? ""
  const matching: Matching = (date) => {
    if (ownBefore === undefined) {
      if (past.missingYears.includes(year)) return { match: null, reason: "unknown_year" }
      // That festival's days off are older than the list.
      if (year <= Number(oldest.slice(0, 4))) return { match: null, reason: oldest <= (past.first ?? "") ? "then_before" : "too_old" }
      return { match: null, reason: "no_day" }
    }
    const match = addDays(ownBefore, epochDay(date) - epochDay(block.own))
    return { match, reason: isOffFor(dayOn(past, match), block.name) ? null : "worked" }
  }
  return Object.assign(matching, { ownBefore })
}

const matchingOf = (
  past: Past,
  against: Against,
  block: Block | null,
  from: string,
  until: string
): Matching & { ownBefore?: string | undefined } => {
  if (block !== null) return byFestival(past, block)
  if (against === "year") {
    return (date) => {
      const match = yearBefore(date)
      return isDate(match) ? { match, reason: null } : { match: null, reason: "no_day" }
    }
  }
  if (against === "weekdays") return (date) => ({ match: addDays(date, -7 * weeksOfYear), reason: null })
  const days = epochDay(until) - epochDay(from) + 1
  // The match of a day that does not count yet would be a day of the range itself.
  return (date) => ({ match: date > until ? null : addDays(date, -days), reason: null })
}

const compareBy = (past: Past, from: string, to: string, against: Against, block: Block | null): Comparison => {
  const until = to < past.asOf ? to : past.asOf
  const matching = matchingOf(past, against, block, from, until)
  const days = daysBetween(past, from, to < past.today ? to : past.today).flatMap((day) => {
    if (stateOf(past, day) === "before") return []
    const match = matching(day.date)
    return [{ day, match, then: match.match === null ? null : dayOn(past, match.match) ?? null }]
  })
  const known = days.filter((pair) => isPair(past, pair))
  // Closing weekdays alone are no sum (rule 6.25).
  const isSum = known.some(({ day }) => isCounted(past, day)) && known.some(({ then }) => isCounted(past, then))
  const pairs = days.map((pair) => {
    const { day, match: { match }, then } = pair
    return { date: day.date, day, match, then, reason: isSum && isPair(past, pair) ? null : reasonOf(past, pair) }
  })
  const compared = pairs.filter(({ reason }) => reason === null)
  const sum = (side: (pair: Pair) => Day | null) =>
    compared.length === 0 ? null : compared.reduce((total, pair) => total + (side(pair)?.cents ?? 0), 0)
  return {
    against,
    block,
    ownBefore: matching.ownBefore ?? null,
    pairs,
    daysCompared: compared.length,
    current: sum(({ day }) => day),
    previous: sum(({ then }) => then)
  }
}

/**
 * Compares a range with another one, by the pairs in which both days can be compared. A range of two festivals uses the festival
 * with more days off, unless only the other one has a match.
 */
export const compareRange = (past: Past, from: string, to: string, against: Against): Comparison => {
  if (against !== "holiday") return compareBy(past, from, to, against, null)
  const found = blocksAround(past, from, to).map((block) => compareBy(past, from, to, against, block))
  return found.find(({ daysCompared }) => daysCompared > 0) ?? found[0] ?? compareBy(past, from, to, "weekdays", null)
}

/** The comparison of a range if the address names none: the first one that has a pair. */
export const usualAgainst = (past: Past, from: string, to: string) => {
  const names = comparedWith(past, from, to)
  return names.find((name) => compareRange(past, from, to, name).daysCompared > 0) ?? names[0] ?? "weekdays"
}

/** The days that are left out for each reason, in the order of the days. That the shop is closed on its closing weekday needs no mention. */
export const leftOut = ({ pairs }: Comparison) => {
  const dates: Map<Reason, Array<string>> = new Map()
  for (const { date, day, reason } of pairs) {
    if (reason !== null && !day.weekly) dates.set(reason, [...dates.get(reason) ?? [], date])
  }
  return dates
}
