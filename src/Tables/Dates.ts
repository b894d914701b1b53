import { addDays, dayMillis, isoWeekday, parseEpochDay } from "../Domain/EpochDay.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { askPeriod, orderOf, yearOf } from "./DateQuestions.ts"
import { dateBy, type DateReading } from "./DateReading.ts"
import { type DateShape, dateShape, isStrongDate } from "./DateShape.ts"
import { timeOf, weekdayAlone } from "./DateText.ts"
import { said } from "./Outcome.ts"
import { decide, places, type Reading, refuse } from "./Reading.ts"
import { cellAt, isFilled, type Row } from "./Sheet.ts"
import { columnOf, nameOf, type Table } from "./Table.ts"
import * as words from "./Words.ts"

/** The date and the seconds since midnight as a clock shows them, of a time with an offset. */
const onClock = (clock: Intl.DateTimeFormat, date: LocalDate, { offset = 0, time = 0 }: DateShape): readonly [LocalDate, number] => {
  const [day, seconds = ""] = clock.format(parseEpochDay(date) * dayMillis + time * 1000 - offset * 60_000).split(" ")
  return [day as LocalDate, timeOf(seconds) ?? 0]
}

/** The dates of one column, before it is decided what they mean. */
interface DateColumn {
  readonly at: number
  readonly shapeAt: (row: Row) => DateShape | undefined
  /** The rows with a date and something beside it. */
  readonly dated: ReadonlyArray<Row>
  /** The column of weekdays. */
  readonly weekdayAt: number | undefined
  /** The weekday that a row names, 1 is Monday. */
  readonly weekdayOf: (row: Row) => number | undefined
}

/** Whether `11.1` is the first of the month: a text with `11.10`, or with two digits throughout, has kept its zeros. */
const keepsZeros = (texts: ReadonlyArray<string>): boolean =>
  texts.some((text) => /\.\d0$/.test(text)) || !texts.some((text) => /\.[123]$/.test(text))

/** Numbers that may be dates are none beside real dates. */
const dateColumn = ({ body, width }: Table, at: number): DateColumn => {
  const isStrong = body.some((row) => isStrongDate(cellAt(row, at)))
  const areKept = keepsZeros(body.map((row) => cellAt(row, at).text))
  const shapeAt = (row: Row): DateShape | undefined => {
    const cell = cellAt(row, at)
    const shape = dateShape(cell)
    if (shape?.decimal === true && !areKept) return undefined
    return shape?.weak === true && isStrong && (shape.kind !== "serial" || cell.num === undefined) ? undefined : shape
  }
  const dated = body.filter((row) => shapeAt(row) !== undefined && row.cells.some((cell, place) => place !== at && isFilled(cell)))
  const weekdayAt = places(width).find((place) => place !== at && dated.every((row) => weekdayAlone(cellAt(row, place).text) !== undefined))
  return {
    at,
    shapeAt,
    dated,
    weekdayAt,
    weekdayOf: (row) => weekdayAt === undefined ? shapeAt(row)?.weekday : weekdayAlone(cellAt(row, weekdayAt).text)
  }
}

/** The dates of a table as they are decided. */
export interface Dates {
  readonly column: DateColumn
  readonly hasTimes: boolean
  /** The shop's day of a row. */
  readonly dayOf: (row: Row) => LocalDate | undefined
  /** The date and time of a row as text in their order. */
  readonly stampOf: (row: Row) => string
  /** Whether a row names another weekday than its date has. */
  readonly isOnOtherWeekday: (row: Row, date: LocalDate) => boolean
}

const columnIn = (reading: Reading): number | undefined => {
  const { options: { answers, dayStartsAt }, table } = reading
  const { body, dates, names } = table
  const answer = answers.date_column
  reading.notes.used.add("date_column")
  if (answer !== undefined) {
    const at = columnOf(table, answer)
    if (at >= 0) return at
    refuse(reading, table.header[0], "row", "columns", answer)
    return undefined
  }
  const [only, ...others] = dates
  if (only !== undefined && others.length === 0) return only
  const chosen = decide(reading, {
    code: "date_column",
    why: said("ask.date_column"),
    options: dates.map((at) => nameOf(table, at)),
    read: (name) => {
      const at = columnOf(table, name)
      return body.flatMap((row) => {
        const shape = dateShape(cellAt(row, at))
        return shape === undefined ? [] : [`${shape.parts.join("-")}${(shape.time ?? dayStartsAt) < dayStartsAt ? " early" : ""}`]
      })
    },
    isSaid: (name) => words.business.test(words.plainName(names[columnOf(table, name)] ?? ""))
  })
  return chosen === undefined ? undefined : columnOf(table, chosen)
}

/** The column with the times of day, if the dates have none. */
const timesIn = (width: number, dated: ReadonlyArray<Row>): number | undefined =>
  places(width).find((at) => {
    const texts = dated.flatMap((row) => cellAt(row, at).text === "" ? [] : [cellAt(row, at).text])
    return texts.length > 0 && texts.every((text) => timeOf(text) !== undefined)
  })

/** Decides what the dates of a table mean; undefined if it has none, or if nothing below has a meaning without an answer. */
export const readDates = (reading: Reading): Dates | undefined => {
  const { notes, options: { dayStartsAt, today, zone }, table } = reading
  const { body, names, sheet, width } = table
  const at = columnIn(reading)
  if (at === undefined) return undefined
  const column = dateColumn(table, at)
  const { dated, weekdayOf } = column
  if (dated.length === 0) {
    for (const row of body) refuse(reading, row, "date", "date", cellAt(row, at).text)
    return undefined
  }
  notes.decisions["date_column"] = { value: nameOf(table, at) }
  const shapes = dated.flatMap((row) => column.shapeAt(row) ?? [])
  const isOnOtherWeekday = (row: Row, date: LocalDate) => (weekdayOf(row) ?? isoWeekday(date)) !== isoWeekday(date)
  const fitsWeekdays = (by: DateReading) =>
    dated.every((row) => {
      const shape = column.shapeAt(row)
      const date = shape === undefined ? undefined : dateBy(shape, by)
      return date === undefined || !isOnOtherWeekday(row, date)
    })

  const order = shapes.some(({ kind }) => kind === "order" || kind === "pair") ? orderOf(reading, at, fitsWeekdays) : {}
  const undated = shapes.filter(({ kind }) => kind === "short" || kind === "pair" || kind === "day")
  const year = undated.length > 0 ? yearOf(reading, undated, order, fitsWeekdays) : {}
  const serial = shapes.find(({ kind }) => kind === "serial")
  const epoch = serial === undefined ? undefined : sheet.epoch ?? decide(reading, {
    code: "serial_dates",
    why: said("ask.serial_dates"),
    options: ["1900", "1904"],
    read: (one) => [dateBy(serial, { epoch: one }) ?? ""],
    isSaid: (_, [day = ""]) => day <= today
  })
  const by: DateReading = { ...order, ...year, ...(epoch === undefined ? {} : { epoch }) }

  // The day of a row: with times, by the shop's zone and the beginning of its day.
  const hasTimes = shapes.some(({ time }) => time !== undefined && time > 0)
  // Sweden writes `2026-11-03 10:00:00`.
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" })
  const timeAt = hasTimes ? undefined : timesIn(width, dated)
  const dayBy = (isInShop: boolean, usesColumn: boolean) => (row: Row): LocalDate | undefined => {
    const shape = column.shapeAt(row)
    const written = shape === undefined ? undefined : dateBy(shape, by)
    if (shape === undefined || written === undefined) return undefined
    const [date, time] = isInShop && hasTimes && shape.offset !== undefined ? onClock(clock, written, shape) : [written, shape.time ?? 0]
    const beside = usesColumn && timeAt !== undefined ? timeOf(cellAt(row, timeAt).text) : undefined
    return (beside ?? (hasTimes ? time : dayStartsAt)) < dayStartsAt ? addDays(date, -1) : date
  }
  const daysBy = (isInShop: boolean, usesColumn: boolean) => dated.map((row) => dayBy(isInShop, usesColumn)(row) ?? "")
  const isInShop = shapes.every(({ offset }) => offset === undefined) || decide(reading, {
        code: "time_zone",
        why: said("ask.time_zone", { zone }),
        options: ["shop", "written"],
        read: (way) => daysBy(way === "shop", false),
        // An offset names the instant, whatever the zone of who wrote it.
        isSaid: (way) => way === "shop"
      }) !== "written"
  const usesColumn = timeAt !== undefined && decide(reading, {
        code: "time_column",
        why: said("ask.time_column"),
        options: ["used", "ignored"],
        read: (way) => daysBy(isInShop, way === "used"),
        isSaid: (way) => way === "used"
      }) !== "ignored"
  askPeriod(reading, names[at] ?? "", daysBy(isInShop, usesColumn))
  return {
    column,
    hasTimes,
    dayOf: dayBy(isInShop, usesColumn),
    stampOf: (row) => {
      const shape = column.shapeAt(row)
      return shape === undefined ? "" : `${dateBy(shape, by)} ${String(shape.time ?? 0).padStart(5, "0")}`
    },
    isOnOtherWeekday
  }
}
