import { DateTime, FastCheck } from "effect"
import type { Cents } from "../../src/Domain/Amount.ts"
import type { Cutoff } from "../../src/Domain/Calendar.ts"
import { fromEpochDay, type LocalDate, toEpochDay } from "../../src/Domain/LocalDate.ts"
import type { DayMark, Turnover } from "../../src/Domain/Turnover.ts"
import { maxCents } from "../../src/Domain/TypedAmount.ts"

export const localDate = (text: string): LocalDate => text as LocalDate

export const zoneNamed = (name: string): DateTime.TimeZone.Named => DateTime.zoneUnsafeMakeNamed(name)

export const shanghai = zoneNamed("Asia/Shanghai")

/** An instant with its UTC offset, as a shop in `zone` sees it. */
export const instant = (text: string, zone: DateTime.TimeZone = shanghai): DateTime.Zoned =>
  DateTime.unsafeMakeZoned(text, { timeZone: zone })

export const cents = (least = 0, most = maxCents): FastCheck.Arbitrary<Cents> =>
  FastCheck.integer({ min: least, max: most }).map((value) => value as Cents)

export const dateWithin = (first: string, last: string): FastCheck.Arbitrary<LocalDate> =>
  FastCheck.integer({ min: toEpochDay(localDate(first)), max: toEpochDay(localDate(last)) }).map(fromEpochDay)

/** The text in full-width characters. */
export const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xFEE0)).replaceAll("¥", "￥").replaceAll(" ",
    "\u3000")

export const cutoff: FastCheck.Arbitrary<Cutoff> = FastCheck.record({
  hour: FastCheck.integer({ min: 0, max: 23 }),
  minute: FastCheck.integer({ min: 0, max: 59 })
})

/** Records of distinct days within two and a half months around a year's end, in any order, final or not. */
export const history: FastCheck.Arbitrary<ReadonlyArray<Turnover>> = FastCheck.uniqueArray(
  FastCheck.record({
    date: dateWithin("2025-11-15", "2026-01-31"),
    cents: cents(),
    isFinal: FastCheck.boolean(),
    source: FastCheck.constantFrom("generated" as const, "manual" as const, "import" as const)
  }),
  { selector: (day) => day.date, maxLength: 80, size: "max" }
)

/** Marks of distinct days in the same months. */
export const marks: FastCheck.Arbitrary<ReadonlyArray<DayMark>> = FastCheck.uniqueArray(
  FastCheck.record({
    date: dateWithin("2025-11-15", "2026-01-31"),
    closed: FastCheck.boolean(),
    note: FastCheck.constantFrom("", "rain"),
    clearedAt: FastCheck.constant(null),
    markedBy: FastCheck.constant(null)
  }),
  { selector: (mark) => mark.date, maxLength: 30 }
)
