import { toDate } from "./DateReading.ts"
import { monthOf, timeIn, weekdayIn } from "./DateText.ts"
import type { Cell } from "./Sheet.ts"

/** What a cell says about a date, as far as it can be said without the other cells of its column. */
export interface DateShape {
  /** `full` is settled; `order` has three numbers whose order is open; `short` has no year; `pair` neither year nor order. */
  readonly kind: "full" | "order" | "short" | "pair" | "day" | "serial"
  readonly parts: ReadonlyArray<number>
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

type Match = ReadonlyArray<string | undefined>

/** A date with its numbers in the order of the pattern, or what its parts say. */
type Form = readonly [RegExp, Omit<DateShape, "parts"> | ((match: Match) => DateShape | undefined)]

const compact = ([, y, m, d, h, min, s]: Match): DateShape | undefined => {
  const parts = [Number(y), Number(m), Number(d)] as const
  const time = h === undefined ? {} : { time: Number(h) * 3600 + Number(min) * 60 + Number(s) }
  return toDate(...parts) === undefined ? undefined : { kind: "full", parts, ...time }
}

/** The forms of a date without its time and weekday. */
const forms: ReadonlyArray<Form> = [
  [/^(\d{4})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{1,2})$/, { kind: "full" }],
  [/^(\d{4})\s*[\u5e74\ub144]\s*(\d{1,2})\s*[\u6708\uc6d4]\s*(\d{1,2})\s*[\u65e5\u53f7\uc77c]?$/, { kind: "full" }],
  [/^(20\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}))?$/, compact],
  [/^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*([1-9]\d{3}|\d{2})$/, { kind: "order" }],
  [
    new RegExp(`^(\\d{1,2})(?:st|nd|rd|th|er)?[-\\s/.]*(?:de )?${month}[-\\s/.,]*(?:de )?(\\d{4}|\\d{2})?$`, "iu"),
    ([, day, name, year]) => monthByName(year, name, day)
  ],
  [new RegExp(`^${month}\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?$`, "iu"), ([, name, day, year]) => monthByName(year, name, day)],
  [/^(\d{1,2})\s*\u6708\s*(\d{1,2})\s*[\u65e5\u53f7]?$/, { kind: "short" }],
  [/^(\d{1,2})(?:[-/](\d{1,2})|\.(\d{1,2})\.)$/, { kind: "pair", weak: true }],
  [/^(\d{1,2})\.(\d{1,2})$/, { kind: "pair", weak: true, decimal: true }],
  [/^(0?[1-9]|[12]\d|3[01])\s*[\u65e5\u53f7]?$/, { kind: "day", weak: true }],
  [/^((?:3[6-9]|[4-6]\d|7[0-2])\d{3})$/, { kind: "serial", weak: true }]
]

const shapeBy = ([form, shape]: Form, text: string): DateShape | undefined => {
  const match = form.exec(text)
  if (match === null) return undefined
  if (typeof shape === "function") return shape(match)
  return { ...shape, parts: match.slice(1).flatMap((part) => /\d/.test(part ?? "") ? [Number(part)] : []) }
}

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
  for (const form of forms) {
    const found = shapeBy(form, body)
    if (found === undefined) continue
    return {
      ...(weekday === undefined ? {} : { weekday }),
      ...(seconds === undefined ? {} : { time: seconds }),
      ...(zone === undefined ? {} : { offset: offsetOf(zone) }),
      ...found
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
