import { plusDays } from "../Almanac.ts"
import type { Dice } from "../Dice.ts"
import type { Posting } from "../Rules.ts"
import type { World } from "../World.ts"

/** The first date that the service accepts. */
export const earliest = "2000-01-01"

export const someDate = (world: World, dice: Dice): string => {
  const today = world.model.today()
  return dice.weighted([
    [6, today],
    [5, plusDays(today, -dice.between(1, 40))],
    [1, plusDays(today, -dice.between(41, 900))],
    [1, plusDays(today, dice.between(1, 3))],
    [1, plusDays(earliest, dice.between(-2, 1))]
  ])
}

export const someCents = (dice: Dice): number =>
  dice.weighted([[8, dice.between(100_000, 900_000)], [1, 0], [1, 999_999_999_999], [2, dice.between(0, 999_999_999_999)]])

/** The current month, or the one before or after it. */
export const someMonth = (world: World, dice: Dice): string =>
  plusDays(`${world.model.today().slice(0, 7)}-15`, dice.pick([0, 0, 0, -30, 30, 60])).slice(0, 7)

export const someName = (dice: Dice) => dice.pick(["Li", "王芳", "auto 7", "店长"])

/** The record that opens a closed day when it gets a figure; none if the day is open. */
export const opening = ({ model }: World, date: string, actor: string): ReadonlyArray<Posting> => {
  const { closed = false, note = "" } = model.marks.get(date) ?? {}
  return closed ? [{ action: "open", date, before: null, after: null, source: null, reason: note, actor }] : []
}
