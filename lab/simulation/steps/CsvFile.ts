import { plusDays } from "../Almanac.ts"
import type { Dice } from "../Dice.ts"
import { figureOf, type Posting } from "../Rules.ts"
import type { World } from "../World.ts"
import { earliest, opening, someCents } from "./Values.ts"

/** A CSV file and the changes that it must cause; undefined if the file must be refused, or asks what it means. */
export const someCsv = (
  world: World,
  dice: Dice,
  actor: string,
  /** Whether rows that equal what is stored are left alone. */
  skipsEqual: boolean
): {
  readonly text: string
  readonly postings: ReadonlyArray<Posting> | undefined
  readonly rows: number
  readonly refusal: "invalid_rows" | "questions"
} => {
  const { model } = world
  const today = model.today()
  const count = dice.weighted<number>([[40, dice.between(1, 4)], [1, dice.between(30, 60)]])
  const start = plusDays(today, -dice.between(0, 70))
  const rows = Array.from({ length: count }, (_, index) => {
    const date = plusDays(start, -index * dice.between(1, 2))
    const stored = model.days.get(date)
    return { date, cents: stored !== undefined && dice.chance(0.3) ? stored.cents : someCents(dice) }
  })
  const unique = [...new Map(rows.map((row) => [row.date, row])).values()]
  const faulty = dice.chance(0.15)
  // An amount without a date is a question, whatever the other rows are.
  const [bad, refusal] = dice.pick<readonly [string, "invalid_rows" | "questions"]>([
    [`${plusDays(today, 1)},5`, "invalid_rows"],
    ["2024-02-30,5", "invalid_rows"],
    [`${today},5.123`, "invalid_rows"],
    ["nonsense,5", "questions"]
  ])
  const lines = unique.map(({ cents, date }) => `${dice.chance(0.3) ? date.replaceAll("-", "/") : date},${(cents / 100).toFixed(2)}`)
  if (dice.chance(0.2)) lines.push(lines[0] ?? "")
  if (faulty) lines.splice(dice.between(0, lines.length), 0, bad)
  const header = dice.pick(["date,amount", "DATE,Amount", "日期,金额"])
  const text = [header, ...lines, ""].join(dice.pick(["\n", "\r\n"]))
  const accepted = !faulty && unique.every(({ date }) => date >= earliest)
  const postings = unique
    .filter(({ cents, date }) => !(skipsEqual && model.isFinal(date) && model.days.get(date)?.cents === cents))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .flatMap(({ cents, date }): ReadonlyArray<Posting> => [
      ...opening(world, date, actor),
      { action: "import", date, before: figureOf(model.days.get(date)), after: cents, source: "import", reason: "", actor }
    ])
  return { text, postings: accepted ? postings : undefined, rows: unique.length, refusal: faulty ? refusal : "invalid_rows" }
}
