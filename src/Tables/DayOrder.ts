import { parseEpochDay } from "../Domain/EpochDay.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { dateBy, type DateReading, type Order } from "./DateReading.ts"
import { dateShape } from "./DateShape.ts"
import { said } from "./Outcome.ts"
import { decide, type Reading } from "./Reading.ts"
import { cellAt } from "./Sheet.ts"

/** Any year in which February has 29 days, for dates that have none. */
const someYear = 2024

/** The order of day and month is that of the whole column, in all sheets. */
export const orderOf = (
  reading: Reading,
  column: number,
  fitsWeekdays: (by: DateReading) => boolean
): { readonly order?: Order } => {
  const { options: { answers, today }, table, tables } = reading
  const open = tables.flatMap((one) =>
    one.body.flatMap((row) => {
      const shape = dateShape(cellAt(row, one === table ? column : one.dates[0] ?? 0))
      const isOpen = shape?.kind === "order" || shape?.kind === "pair"
      return isOpen && row.cells.filter(({ text }) => text !== "").length > 1 ? [shape] : []
    })
  )
  const read = (order: Order) => open.map((shape) => dateBy(shape, { order, year: someYear }))
  const orders: ReadonlyArray<Order> = open.some(({ kind }) => kind === "pair") ? ["mdy", "dmy"] : ["ymd", "dmy", "mdy"]
  const fitting = orders.filter((order) => fitsWeekdays({ order }))
  const order = decide(reading, {
    code: "date_order",
    why: said("ask.date_order"),
    options: fitting.length > 0 ? fitting : orders,
    answer: answers.date_order,
    // A date that does not exist rules an order out. One in the future does not: it may be a fault.
    read: (one) => {
      const found = read(one)
      const isPossible = found.every((date) => date !== undefined && date >= "2000") &&
        found.some((date) => date !== undefined && date <= today)
      return isPossible ? found as ReadonlyArray<LocalDate> : undefined
    },
    // The rows of a table of days are at most a week apart; the wrong order puts months between them.
    isSaid: (_, days) =>
      days.every((date, at) => date <= today && (at === 0 || Math.abs(parseEpochDay(date) - parseEpochDay(days[at - 1] ?? date)) <= 7))
  })
  return order === undefined ? {} : { order }
}
