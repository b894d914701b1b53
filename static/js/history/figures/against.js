// @ts-check
import { yearBefore } from "../../../../src/Domain/Matching.ts"
import { addDays, epochDay, isDate } from "../../shared/format/dates.js"
import { dayOn, daysBetween, isKnown, stateOf } from "./days.js"
import { blocksAround, isOffFor, ownDayBefore } from "./festivals.js"

/**
 * @typedef {import("./days.js").Past} Past
 * @typedef {import("./days.js").Day} Day
 * @typedef {import("./days.js").State} State
 * @typedef {import("./festivals.js").Block} Block
 */

/**
 * Why a day is not compared: its own state, the state of its match, or no match. `worked`: the match was a working day, not a day
 * off of the festival.
 * @typedef {"both_closed" | "worked" | "no_day" | "unknown_year" | "too_old" | State | `then_${State}`} Reason
 */

/**
 * A day of the range with its match, which is shown even if the two are not compared.
 * @typedef {{ date: string, day: Day, match: string | null, then: Day | null, reason: Reason | null }} Pair
 */

/** What a range is compared with. @typedef {"holiday" | "weekdays" | "year" | "before"} Against */

/**
 * Sums of the compared pairs, in cents; null if there is none.
 * @typedef {object} Comparison
 * @property {Against} against
 * @property {Block | null} block the festival whose days are compared
 * @property {string | null} ownBefore its own day of the year before
 * @property {ReadonlyArray<Pair>} pairs one a day of the range from the first record until today
 * @property {number} daysCompared
 * @property {number | null} current
 * @property {number | null} previous
 */

/** @type {ReadonlyArray<Against>} */
export const allAgainst = ["holiday", "weekdays", "year", "before"]

const weeksOfYear = 52

/** The comparisons that a range can have. @param {Past} past @param {string} from @param {string} to */
export const comparedWith = (past, from, to) => allAgainst.filter((name) => name !== "holiday" || blocksAround(past, from, to).length > 0)

/**
 * The match of a date and, if the two are not to be compared, the reason.
 * @typedef {{ match: string | null, reason: Reason | null }} Match
 */
/** @typedef {(date: string) => Match} Matching */

/** @param {Past} past @param {Day | null} day */
const isCounted = (past, day) => day !== null && stateOf(past, day) === "counted"

/** @param {Past} past @param {{ day: Day, match: Match, then: Day | null }} pair */
const isPair = (past, { day, match, then }) =>
  match.reason === null && then !== null && isKnown(past, day) && isKnown(past, then) && (isCounted(past, day) || isCounted(past, then))

/** Why a pair is not compared. @param {Past} past @param {{ day: Day, match: Match, then: Day | null }} pair @returns {Reason} */
const reasonOf = (past, { day, match: { match, reason }, then }) => {
  const state = stateOf(past, day)
  const before = then === null ? undefined : stateOf(past, then)
  if (state === "closed" && before === "closed" && reason === null) return "both_closed"
  if (state !== "counted") return state
  if (reason !== null) return reason
  if (before === undefined) return match !== null && past.first !== null && match < past.first ? "then_before" : "too_old"
  return `then_${before}`
}

/** @param {Past} past @param {Block} block @returns {Matching & { ownBefore?: string | undefined }} */
const byFestival = (past, block) => {
  const ownBefore = ownDayBefore(past, block)
  const year = Number(block.own.slice(0, 4)) - 1
  const oldest = past.days[0]?.date ?? ""
  /** @type {Matching} */
  const matching = (date) => {
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

/** @param {Past} past @param {Against} against @param {Block | null} block @param {string} from @param {string} until @returns {Matching & { ownBefore?: string | undefined }} */
const matchingOf = (past, against, block, from, until) => {
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

/**
 * @param {Past} past @param {string} from @param {string} to @param {Against} against @param {Block | null} block
 * @returns {Comparison}
 */
const compareBy = (past, from, to, against, block) => {
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
  /** @param {(pair: Pair) => Day | null} side */
  const sum = (side) => compared.length === 0 ? null : compared.reduce((total, pair) => total + (side(pair)?.cents ?? 0), 0)
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
 * @param {Past} past @param {string} from @param {string} to @param {Against} against @returns {Comparison}
 */
export const compareRange = (past, from, to, against) => {
  if (against !== "holiday") return compareBy(past, from, to, against, null)
  const found = blocksAround(past, from, to).map((block) => compareBy(past, from, to, against, block))
  return found.find(({ daysCompared }) => daysCompared > 0) ?? found[0] ?? compareBy(past, from, to, "weekdays", null)
}

/**
 * The comparison of a range if the address names none: the first one that has a pair.
 * @param {Past} past @param {string} from @param {string} to
 */
export const usualAgainst = (past, from, to) => {
  const names = comparedWith(past, from, to)
  return names.find((name) => compareRange(past, from, to, name).daysCompared > 0) ?? names[0] ?? "weekdays"
}

/**
 * The days that are left out for each reason, in the order of the days. That the shop is closed on its closing weekday needs no mention.
 * @param {Comparison} comparison
 */
export const leftOut = ({ pairs }) => {
  /** @type {Map<Reason, Array<string>>} */
  const dates = new Map()
  for (const { date, day, reason } of pairs) {
    if (reason !== null && !day.weekly) dates.set(reason, [...dates.get(reason) ?? [], date])
  }
  return dates
}
