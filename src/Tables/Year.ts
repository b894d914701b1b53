import { dateBy, type DateReading } from "./DateReading.ts"
import type { DateShape } from "./DateShape.ts"
import { said } from "./Outcome.ts"
import { ask, type Reading } from "./Reading.ts"
import { rowText } from "./Sheet.ts"
import * as words from "./Words.ts"

const yearIn = /(?<!\d)(20\d\d)(?=\s*(?:\u5e74|[-/.]\s*\d|[\s)(]|$))/g
const monthIn = /(?:20\d\d[-/.]|(?<!\d))(\d{1,2})\s*(?:\u6708|(?<=20\d\d[-/.]\d{1,2})(?!\d))/g

const numbersIn = (lines: ReadonlyArray<string>, pattern: RegExp): ReadonlyArray<number> => [
  ...new Set(lines.flatMap((line) => [...line.matchAll(pattern)].map(([, number]) => Number(number))))
]

/** Years that a question lists. */
const mostListed = 4

/** The year, where the dates have none: the one that the titles or the sheet's name name, if it fits every row. */
export const yearOf = (
  reading: Reading,
  shapes: ReadonlyArray<DateShape>,
  { order }: DateReading,
  fitsWeekdays: (by: DateReading) => boolean
): DateReading => {
  const { notes, options: { answers, today }, table } = reading
  const lines = [table.sheet.name ?? "", ...table.titles.map(rowText)]
  const own = lines.filter((line) => !words.made.test(line))
  const years = numbersIn(own, yearIn)
  const months = numbersIn(own, monthIn)
  const [month] = months
  const by: DateReading = {
    ...(order === undefined ? {} : { order }),
    ...(month === undefined || months.length > 1 ? {} : { month })
  }
  const monthOf = ({ kind, parts: [a = 0, b = 0] }: DateShape) => kind === "pair" && order === "dmy" ? b : a
  const isInOrder = shapes.every((shape, n) => {
    const before = shapes[n - 1]
    return shape.kind === "day" ||
      ((before === undefined || monthOf(shape) >= monthOf(before)) && (months.length !== 1 || monthOf(shape) === month))
  })
  notes.used.add("year")
  if (answers.year !== undefined) return { ...by, year: Number(answers.year) }
  const [only] = years
  if (only !== undefined && years.length === 1 && isInOrder && fitsWeekdays({ ...by, year: only })) {
    notes.decisions["year"] = { value: String(only), why: said("year.named") }
    return { ...by, year: only }
  }
  const thisYear = Number(today.slice(0, 4))
  const likely = [...new Set([...years, ...numbersIn(lines, yearIn), thisYear, thisYear - 1])].slice(0, mostListed)
  const fits = (year: number) => fitsWeekdays({ ...by, year }) && shapes.every((shape) => (dateBy(shape, { ...by, year }) ?? "9") <= today)
  const hasWeekdays = shapes.some(({ weekday }) => weekday !== undefined)
  const fitting = likely.filter((one) => fits(one) && (hasWeekdays || years.includes(one)))
  const year = fitting.length === 1 ? fitting[0] : undefined
  ask(reading, "year", year === undefined ? null : [String(year)], said("ask.year"),
    likely.map((one) => [String(one), said(fits(one) ? "year.fits" : "year.differs")]))
  return { ...by, year: year ?? likely.find(fits) ?? thisYear }
}
