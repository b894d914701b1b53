import { addDays } from "../../shared/format/dates.ts"
import type { Past } from "./days.ts"
import type { Day } from "./days.ts"
import type { FestivalDay } from "./days.ts"

/** Successive days off of one festival. */
export interface Block {
  readonly name: string
  /** The date of the festival's own day, by whose year it is called. */
  readonly own: string
  readonly from: string
  readonly to: string
}

/**
 * The festival's main day.
 * @param date a day off of it
 */
export const ownDayOf = (date: string, { day }: FestivalDay) => addDays(date, -day)

/** The blocks of all known days, in order. */
export const blocksOf = ({ days }: Past): ReadonlyArray<Block> => {
  const blocks: Array<{ -readonly [Part in keyof Block]: Block[Part] }> = []
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

/** The blocks that contain a whole range, the one with more days off first. */
export const blocksAround = (past: Past, from: string, to: string) =>
  blocksOf(past).filter((block) => block.from <= from && to <= block.to).toSorted((one, other) => lengthOf(other) - lengthOf(one))

const lengthOf = ({ from, to }: Block) => Date.parse(to) - Date.parse(from)

/** The festival whose days off are exactly the range. */
export const festivalOf = (past: Past, from: string, to: string) =>
  blocksAround(past, from, to).find((block) => block.from === from && block.to === to)

/** The same festival a number of years later; undefined if none of its days is known. */
export const sameFestival = (past: Past, { name, own }: Block, years: number) =>
  blocksOf(past).find((other) => other.name === name && Number(other.own.slice(0, 4)) === Number(own.slice(0, 4)) + years)

/** The festival's main day in the year before, from its days off; undefined if none of them is known. */
export const ownDayBefore = (past: Past, block: Block) => sameFestival(past, block, -1)?.own

/** Whether a day is off for a festival. */
export const isOffFor = (day: Day | undefined, name: string) => day?.festivals.some((festival) => festival.name === name) === true
