// @ts-check
import { addDays } from "../../shared/format/dates.js"

/** @typedef {import("./days.js").Past} Past @typedef {import("./days.js").Day} Day @typedef {import("./days.js").FestivalDay} FestivalDay */

/**
 * Successive days off of one festival.
 * @typedef {object} Block
 * @property {string} name
 * @property {string} own the date of the festival's own day, by whose year it is called
 * @property {string} from
 * @property {string} to
 */

/** The festival's main day. @param {string} date a day off of it @param {FestivalDay} festival */
export const ownDayOf = (date, { day }) => addDays(date, -day)

/** The blocks of all known days, in order. @param {Past} past @returns {ReadonlyArray<Block>} */
export const blocksOf = ({ days }) => {
  /** @type {Array<Block>} */
  const blocks = []
  for (const { date, festivals } of days) {
    for (const festival of festivals) {
      const own = ownDayOf(date, festival)
      const running = blocks.findLast(({ name, own: other }) => name === festival.name && other === own)
      if (running !== undefined && addDays(running.to, 1) === date) running.to = date
      else blocks.push({ name: festival.name, own, from: date, to: date })
    }
  }
  return blocks
}

/** The blocks that contain a whole range, the one with more days off first. @param {Past} past @param {string} from @param {string} to */
export const blocksAround = (past, from, to) =>
  blocksOf(past).filter((block) => block.from <= from && to <= block.to).toSorted((one, other) => lengthOf(other) - lengthOf(one))

/** @param {Block} block */
const lengthOf = ({ from, to }) => Date.parse(to) - Date.parse(from)

/** The festival whose days off are exactly the range. @param {Past} past @param {string} from @param {string} to */
export const festivalOf = (past, from, to) => blocksAround(past, from, to).find((block) => block.from === from && block.to === to)

/**
 * The same festival a number of years later; undefined if none of its days is known.
 * @param {Past} past @param {Block} block @param {number} years
 */
export const sameFestival = (past, { name, own }, years) =>
  blocksOf(past).find((other) => other.name === name && Number(other.own.slice(0, 4)) === Number(own.slice(0, 4)) + years)

/**
 * The festival's main day in the year before, from its days off; undefined if none of them is known.
 * @param {Past} past @param {Block} block
 */
export const ownDayBefore = (past, block) => sameFestival(past, block, -1)?.own

/** Whether a day is off for a festival. @param {Day | undefined} day @param {string} name */
export const isOffFor = (day, name) => day?.festivals.some((festival) => festival.name === name) === true
