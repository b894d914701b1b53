import { addDays } from "../../shared/format/dates.ts"
import type { Day } from "../past.ts"

/** Successive days off of one festival. */
interface Block {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** The blocks of some days, in order. A festival's own day tells it from the same festival of another year. */
export const blocksOf = (days: ReadonlyArray<Day>): ReadonlyArray<Block> => {
  const blocks: Array<{ name: string; own: string; from: string; to: string }> = []
  for (const { date, holiday } of days) {
    const festivals = holiday === undefined ? [] : [holiday, ...(holiday.also === undefined ? [] : [holiday.also])]
    for (const { day, name } of festivals) {
      const own = addDays(date, -day)
      const running = blocks.findLast((other) => other.name === name && other.own === own)
      if (running !== undefined && addDays(running.to, 1) === date) running.to = date
      else blocks.push({ name, own, from: date, to: date })
    }
  }
  return blocks
}
