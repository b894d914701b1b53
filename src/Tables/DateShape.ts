import { toDate } from "./DateReading.ts"
import { monthOf } from "./MonthNames.ts"
import type { Cell } from "./Sheet.ts"
import { timeIn, weekdayIn } from "./TimeText.ts"

/** What a cell says about a date, as far as it can be said without the other cells of its column. */
export interface DateShape {
  /** `full` is settled; `order` has three numbers whose order is open; `short` has no year; `pair` neither year nor order. */
  readonly kind: "full" | "order" | "short" | "pair" | "day" | "serial"
  readonly parts: ReadonlyArray<number>
  /** Digits of the last number, which may be a year of two digits. */
  readonly yearDigits?: number
  /** Seconds since midnight. */
  readonly time?: number
  /** Minutes from UTC of a time with an offset. */
  readonly offset?: number
  /** 1 is Monday. */
  readonly weekday?: number
  /** A number that may be something else. */
  readonly weak?: true
  /** `11.1` in text, which is `11.10` where a spreadsheet has dropped the zero. */
  readonly decimal?: true
}

const ofStored = (date: string): DateShape => {
  const [y = 0, m = 0, d = 0, h = 0, min = 0, s = 0] = date.split(/\D/).map(Number)
  const time = h * 3600 + min * 60 + s
  return { kind: "full", parts: [y, m, d], ...(time === 0 ? {} : { time }) }
}

/** Excel's numbers of the days from 2000 to 2099. */
const [firstSerial, lastSerial] = [36_526, 73_051]

const ofNumber = (num: number): DateShape | undefined => {
  const parts = [Math.floor(num / 1e4), Math.floor(num / 100) % 100, num % 100] as const
  if (Number.isInteger(num) && num >= 20000101 && num <= 20991231 && toDate(...parts) !== undefined) return { kind: "full", parts }
  if (num >= firstSerial && num < lastSerial) {
    const seconds = Math.round(num % 1 * 86_400)
    return { kind: "serial", parts: [Math.floor(num)], weak: true, ...(seconds === 0 ? {} : { time: seconds }) }
  }
  return Number.isInteger(num) && num >= 1 && num <= 31 ? { kind: "day", parts: [num], weak: true } : undefined
}

const month = "(\\p{L}{3,12})\\.?"

const monthByName = (year: string | undefined, name = "", day = ""): DateShape | undefined => {
  const at = monthOf(name)
  return at === undefined
    ? undefined
    : year === undefined
    ? { kind: "short", parts: [at, Number(day)] }
    : { kind: "full", parts: [year.length === 2 ? 2000 + Number(year) : Number(year), at, Number(day)] }
}

type Form = readonly [RegExp, (match: ReadonlyArray<string | undefined>) => DateShape | undefined]

const numbers = (...texts: ReadonlyArray<string | undefined>): ReadonlyArray<number> => texts.map(Number)

const compact = ([, y, m, d, h, min, s]: ReadonlyArray<string | undefined>): DateShape | undefined =>
  toDate(Number(y), Number(m), Number(d)) === undefined
    ? undefined
    : {
      kind: "full",
      parts: numbers(y, m, d),
      ...(h === undefined ? {} : { time: Number(h) * 3600 + Number(min) * 60 + Number(s) })
    }

/** The forms of a date without its time and weekday. */
const forms: ReadonlyArray<Form> = [
  [/^(\d{4})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{1,2})$/, ([, y, , m, d]) => ({ kind: "full", parts: numbers(y, m, d) })],
  [
    /^(\d{4})\s*[\u5e74\ub144]\s*(\d{1,2})\s*[\u6708\uc6d4]\s*(\d{1,2})\s*[\u65e5\u53f7\uc77c]?$/,
    ([, y, m, d]) => ({ kind: "full", parts: numbers(y, m, d) })
  ],
  [/^(20\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}))?$/, compact],
  [
    /^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})$/,
    ([, a, , b, year = ""]) => ({ kind: "order", parts: numbers(a, b, year), yearDigits: year.length })
  ],
  [
    new RegExp(`^(\\d{1,2})(?:st|nd|rd|th|er)?[-\\s/.]*(?:de )?${month}[-\\s/.,]*(?:de )?(\\d{4}|\\d{2})?$`, "iu"),
    ([, day, name, year]) => monthByName(year, name, day)
  ],
  [new RegExp(`^${month}\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?$`, "iu"), ([, name, day, year]) => monthByName(year, name, day)],
  [/^(\d{1,2})\s*\u6708\s*(\d{1,2})\s*[\u65e5\u53f7]?$/, ([, m, d]) => ({ kind: "short", parts: numbers(m, d) })],
  [/^(\d{1,2})(?:[-/](\d{1,2})|\.(\d{1,2})\.)$/, ([, a, b, dotted]) => ({ kind: "pair", parts: numbers(a, b ?? dotted), weak: true })],
  [/^(\d{1,2})\.(\d{1,2})$/, ([, a, b]) => ({ kind: "pair", parts: numbers(a, b), weak: true, decimal: true })],
  [
    /^(\d{1,2})\s*[\u65e5\u53f7]?$/,
    ([, d]) => Number(d) >= 1 && Number(d) <= 31 ? { kind: "day", parts: numbers(d), weak: true } : undefined
  ],
  [/^((?:3[6-9]|[4-6]\d|7[0-2])\d{3})$/, ([, n]) => ({ kind: "serial", parts: numbers(n), weak: true })]
]

const longestDate = 60

const offsetOf = (zone: string): number => {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const ofText = (text: string): DateShape | undefined => {
  if (text.length > longestDate || !/\d/.test(text)) return undefined
  const { rest, weekday } = weekdayIn(text.replaceAll("\u00a0", " ").replace(/[\u2010-\u2015\u2212]/g, "-"))
  const clock = timeIn(rest)
  if (clock !== undefined && clock.seconds === undefined) return undefined
  const { at = 0, hasSeconds, seconds, zone } = clock ?? {}
  // 10:00-11:00 is an hour of a report. An offset follows seconds, or a T.
  if (zone !== undefined && zone !== "Z" && hasSeconds !== true && !/T\d/.test(rest)) return undefined
  const mark = rest[at] ?? ""
  const body = (clock === undefined ? rest : rest.slice(0, at) + (/[\u65e5\u53f7]/.test(mark) ? mark : "")).trim()
    .replace(/(?<=\d)(?<!^\d{1,2}\.\d{1,2})[.,]$/, "")
    // The second document of a day is numbered `2026/11/03 -2`.
    .replace(/^(\d{4}([-/.])\d{1,2}\2\d{1,2}) -\d{1,4}$/, "$1")
  for (const [form, shape] of forms) {
    const match = form.exec(body)
    const found = match === null ? undefined : shape(match)
    if (found !== undefined) {
      return {
        ...(weekday === undefined ? {} : { weekday }),
        ...(seconds === undefined ? {} : { time: seconds }),
        ...(zone === undefined ? {} : { offset: offsetOf(zone) }),
        ...found
      }
    }
  }
  return undefined
}

/** Most texts of a file repeat, and are asked for many times. */
const remembered = 20_000
const shapes = new Map<string, DateShape | undefined>()

const ofKnownText = (text: string): DateShape | undefined => {
  if (shapes.has(text)) return shapes.get(text)
  const shape = ofText(text)
  if (shapes.size >= remembered) shapes.clear()
  shapes.set(text, shape)
  return shape
}

/** The date in a cell. */
export const dateShape = ({ date, num, text }: Cell): DateShape | undefined =>
  date !== undefined ? ofStored(date) : num !== undefined ? ofNumber(num) : text === "" ? undefined : ofKnownText(text)

/** A cell that is a date in itself, not only a number that may be one. */
export const isStrongDate = (cell: Cell): boolean => {
  const shape = dateShape(cell)
  return shape !== undefined && shape.weak !== true
}

/** A text that is meant as a date, real or not: digits and what stands between the numbers of a date, nothing else. */
export const isMeantAsDate = (text: string): boolean =>
  (/^[\d\s\u5e74\u6708\u65e5\u53f7./\-:~*?lOo]{3,}$/.test(text) && /\d/.test(text) && /[\u5e74\u6708\u65e5./-]/.test(text)) ||
  /^\d{1,4}[\u5e74/.-]\d{1,2}[\u6708/.-]\S{1,4}$/.test(text)
