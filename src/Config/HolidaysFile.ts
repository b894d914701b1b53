import type { FileSystem } from "@effect/platform"
import { Effect, Either, Schema } from "effect"
import { basename } from "node:path"
import { type Fault, faultAt, saying } from "../Codes/Fault.ts"
import { expectingKind, faultsOf, wrong } from "../Domain/Fault.ts"
import type { HolidayYear, HolidayYears } from "../Domain/Holidays.ts"
import { festivalName } from "../Domain/Holidays/Festival.ts"
import { LocalDate } from "../Domain/LocalDate.ts"
import { linesOfJson } from "../Json.ts"
import { InvalidConfig } from "./InvalidConfig.ts"
import { parseJson, unknownKey } from "./JsonText.ts"
import { readTextFile } from "./TextFile.ts"

/** A file with holidays, by its path in the settings. */
export interface HolidaysFile {
  readonly path: string
  /** The years of the file, which replace those of the built-in data. */
  readonly years: HolidayYears
}

interface ReadHolidays {
  readonly years: HolidayYears
  readonly warnings: ReadonlyArray<string>
}

const mostNameLetters = 20

const object = expectingKind("json_object", "a JSON object, in braces")

const Dates = Schema.Array(LocalDate).annotations(expectingKind("dates", "a list of dates such as [\"2027-10-01\"]"))

const Days = Schema.Struct({ off: Dates, work: Schema.optionalWith(Dates, { exact: true }) }).annotations(object)

const Years = Schema.Record({
  key: Schema.String,
  value: Schema.Record({ key: Schema.String, value: Days }).annotations(object)
})

type Written = (typeof Years.Type)[string]

/** The days of 元旦 may begin in the preceding December. */
const boundsOf = (year: string) => ({ first: `${Number(year) - 1}-12-01`, last: `${year}-12-31` })

const repeated = (dates: ReadonlyArray<LocalDate>): LocalDate | undefined => dates.find((date, index) => dates.indexOf(date) !== index)

const faultOfName = (name: string, written: Written): Fault | undefined => {
  if (name.trim() === "" || name.length > mostNameLetters) {
    const expected = `the name of a holiday, of at most ${mostNameLetters} characters`
    return wrong("text_at_most", expected, name, { max: mostNameLetters })
  }
  const twins = Object.keys(written).filter((other) => festivalName(other) === festivalName(name))
  return twins[0] === name ? undefined : saying("one_only", `expected one key for ${festivalName(name)}, got ${twins.join(" and ")}`)
}

/** The faults of a year whose members have the right form. */
const faultsOfYear = (year: string, written: Written): ReadonlyArray<Fault> => {
  if (!/^20\d\d$/.test(year)) return [faultAt(year, wrong("year", "a year from 2000 to 2099", year))]
  const { first, last } = boundsOf(year)
  const off = new Set(Object.values(written).flatMap((days) => days.off))
  return Object.entries(written).flatMap(([name, days]) => {
    const about = faultOfName(name, written)
    const both = days.work?.find((date) => off.has(date))
    return [
      ...(about === undefined ? [] : [faultAt(`${year}.${name}`, about)]),
      ...(["off", "work"] as const).flatMap((kind) => {
        const dates = days[kind] ?? []
        const twice = repeated(dates)
        return [
          ...dates.flatMap((date, index) =>
            date < first || date > last
              ? [
                faultAt(`${year}.${name}.${kind}.${index}`, wrong("date_range", `a date from ${first} to ${last}`, date, { first, last }))
              ]
              : []
          ),
          ...(twice === undefined ? [] : [faultAt(`${year}.${name}.${kind}`, wrong("one_only", "each date once", twice))])
        ]
      }),
      ...(both === undefined ? [] : [faultAt(`${year}.${name}.work`, wrong("one_only", "dates that are not off as well", both))])
    ]
  })
}

const yearIn = (written: Written): HolidayYear =>
  Object.fromEntries(Object.entries(written).map(([name, { off, work = [] }]) => [festivalName(name), { off, work }]))

const unknownIn = (value: unknown): ReadonlyArray<string> =>
  Object.entries(value as Readonly<Record<string, Readonly<Record<string, object>>>>).flatMap(([year, festivals]) =>
    Object.entries(festivals).flatMap(([name, days]) =>
      Object.keys(days).filter((key) => key !== "off" && key !== "work").map((key) => `${year}.${name}.${key}`)
    )
  )

/** Parses the text of a file of holidays named `origin`. Fails with every fault at once, each with its line. */
export const parseHolidays = (origin: string, text: string): Either.Either<ReadHolidays, InvalidConfig> => {
  const refuse = (faults: ReadonlyArray<Fault>) => {
    const lineOf = linesOfJson(text)
    return new InvalidConfig({ faults: faults.map((fault) => ({ origin, line: lineOf(fault.field), ...fault })) })
  }
  return Either.flatMap(parseJson(origin, text), (members) =>
    Schema.decodeUnknownEither(Years)(members, { errors: "all" }).pipe(
      Either.mapLeft((error) => refuse(faultsOf(error))),
      Either.flatMap((years) => {
        const faults = Object.entries(years).flatMap(([year, written]) => faultsOfYear(year, written))
        return faults.length > 0 ? Either.left(refuse(faults)) : Either.right({
          years: Object.fromEntries(Object.entries(years).map(([year, written]) => [year, yearIn(written)])),
          warnings: unknownIn(members).map(unknownKey(origin))
        })
      })
    ))
}

/** Reads a file of holidays, relative to the working directory. A fault names the file. */
export const readHolidaysFile = (path: string): Effect.Effect<ReadHolidays, InvalidConfig, FileSystem.FileSystem> => {
  const origin = basename(path)
  return readTextFile(path).pipe(
    Effect.mapError((about) => new InvalidConfig({ faults: [{ origin, ...about }] })),
    Effect.flatMap((text) => parseHolidays(origin, text))
  )
}
