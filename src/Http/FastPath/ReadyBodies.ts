import { Context, DateTime, Effect, Layer } from "effect"
import { ShopClock } from "../../Clock.ts"
import { ownSlice } from "../../Concurrency/EventLoop.ts"
import { Config } from "../../Config.ts"
import { isAsked, patienceMinutes, withoutFigure } from "../../Config/AmountSource.ts"
import { holidayCalendar } from "../../Config/HolidayCalendar.ts"
import type { ShopConfig } from "../../Config/ShopConfig.ts"
import { type Calendar, type Moment, momentOf } from "../../Domain/Calendar.ts"
import { generatedOnly } from "../../Domain/Comparison.ts"
import { asOf, countedFigures, countedRange } from "../../Domain/CountedFigures.ts"
import type { DayBook } from "../../Domain/DayBook.ts"
import { dayList } from "../../Domain/DayList.ts"
import * as Figures from "../../Domain/Figures.ts"
import type { Holidays } from "../../Domain/Holidays.ts"
import {
  addDays,
  addMonths,
  earlier,
  firstDate,
  lastOfMonth,
  later,
  type LocalDate,
  type Month,
  monthOf,
  yearOf
} from "../../Domain/LocalDate.ts"
import { toCome } from "../../Domain/ToCome.ts"
import { Ledger } from "../../Ledger.ts"
import { type FixedResponse, fixedResponse } from "../FixedResponse.ts"
import { onApi } from "../Headers.ts"
import * as Views from "../Views/FiguresView.ts"
import { listedDay } from "../Views/FiguresView.ts"

/** The days of a month as JSON, and the bytes of all of them, separated by commas. */
interface EncodedMonth {
  readonly days: ReadonlyArray<string>
  readonly whole: Buffer
  /** Its sum as JSON. */
  readonly sum: string
}

/** The days of lists as JSON. */
interface ListedDays {
  /** The bytes of the days of a range, separated by commas, in pieces; and the sums of its whole months that have begun. */
  readonly between: (from: LocalDate, to: LocalDate) => Effect.Effect<{
    readonly days: ReadonlyArray<Uint8Array>
    readonly months: ReadonlyArray<string>
  }>
}

/** The most days of a list that has their usual amounts: a year. In one of many years they would be a quarter of it. */
const mostWithUsual = 366

const comma = Buffer.from(",")

/**
 * The listed days of one state of the book and the settings. A month is encoded once, in a slice of its own; so a list of years blocks nothing for long, and a range that nobody has requested before costs no more than a known one.
 */
export const listedDays = (
  book: DayBook,
  today: LocalDate,
  holidays: Holidays,
  withUsual: boolean
): ListedDays => {
  const view = listedDay(book, today, holidays, withUsual)
  const lastDay = asOf(book, today)
  const withGenerated = generatedOnly(book, lastDay)
  const months = new Map<Month, EncodedMonth>()

  const encode = (month: Month): EncodedMonth => {
    const first = firstDate(month)
    const days = dayList(book, first, lastOfMonth(first)).map((day) => JSON.stringify(view(day)))
    const sum = JSON.stringify(Views.rangeSum(countedRange(book, first, lastOfMonth(first), lastDay, holidays), withGenerated))
    const encoded = { days, whole: Buffer.from(days.join(",")), sum }
    months.set(month, encoded)
    return encoded
  }

  const encoded = (month: Month): Effect.Effect<EncodedMonth> => {
    const known = months.get(month)
    return known === undefined ? Effect.map(ownSlice, () => months.get(month) ?? encode(month)) : Effect.succeed(known)
  }

  return {
    between: (from, to) =>
      Effect.gen(function*() {
        const [first, last] = [monthOf(from), monthOf(to)]
        const pieces: Array<Uint8Array> = []
        const sums: Array<string> = []
        for (let month = first; month <= last; month = addMonths(month, 1)) {
          const { days, sum, whole } = yield* encoded(month)
          const begins = firstDate(month)
          if (begins >= from && lastOfMonth(begins) <= to && begins <= lastDay) sums.push(sum)
          const isWhole = month !== first && month !== last
          const part = () => days.slice(month === first ? dayOf(from) - 1 : 0, month === last ? dayOf(to) : days.length)
          pieces.push(...pieces.length === 0 ? [] : [comma], isWhole ? whole : Buffer.from(part().join(",")))
        }
        return { days: pieces, months: sums }
      })
  }
}

/** The years from one day to another, from the first record on. */
const yearsBegun = ({ days: [opened] }: DayBook, from: LocalDate, until: LocalDate): ReadonlyArray<number> => {
  if (opened === undefined) return []
  const first = yearOf(later(from, opened.date))
  return Array.from({ length: Math.max(0, yearOf(until) - first + 1) }, (_, index) => first + index)
}

const dayOf = (date: LocalDate): number => Number(date.slice(8))

interface LastDays {
  readonly days: number
}

/**
 * The bodies of the dashboard's figures by the names of their endpoints, encoded once for all clients. They depend on the book, the settings and the current
 * second, so a body is rebuilt only when one of these changes. The first response after a commit has the new figures.
 */
export class ReadyBodies extends Context.Tag("ReadyBodies")<ReadyBodies, {
  readonly metrics: () => ReadyBody
  readonly series7: (window: LastDays) => ReadyBody
  readonly revenue: (window: LastDays) => ReadyBody
  /** Each calendar day of a range. Its handler sends the response, because a page requests it once a visit. */
  readonly days: (from: LocalDate, to: LocalDate) => Effect.Effect<FixedResponse>
}>() {}

export const jsonType = "application/json"

/** A body of `application/json`, ready to be sent, with its headers as names and values: Node writes these forms fastest. */
export interface ReadyBody {
  readonly body: Buffer
  readonly headers: Array<string>
}

const readyBody = (value: unknown): ReadyBody => {
  const body = Buffer.from(JSON.stringify(value))
  return { body, headers: Object.entries({ ...onApi, "content-type": jsonType, "content-length": String(body.length) }).flat() }
}

/** What the figures depend on, in one second. */
interface Basis {
  readonly second: number
  readonly book: DayBook
  readonly settings: ShopConfig
  readonly calendar: Calendar
  readonly moment: Moment
}

/** Whether charts and history stay the same. They depend on which days count, not on the second. */
const sameDays = (before: Basis, after: Basis): boolean =>
  before.book === after.book && before.settings === after.settings && before.moment.today === after.moment.today &&
  before.moment.pastCutoff === after.moment.pastCutoff

/** Bounds the cache. Clients use few windows; without a bound, a client that requests all of them would fill the memory. */
const keptWindows = 16

const cached = <Key, Body>(bodies: Map<Key, Body>, window: Key, build: () => Body): Body => {
  const known = bodies.get(window)
  if (known !== undefined) return known
  if (bodies.size >= keptWindows) bodies.clear()
  const built = build()
  bodies.set(window, built)
  return built
}

export const layer = Layer.effect(
  ReadyBodies,
  Effect.gen(function*() {
    const { zone } = yield* ShopClock
    const clock = yield* Effect.clock
    const config = yield* Config
    const ledger = yield* Ledger

    const basisAt = (millis: number, book: DayBook, settings: ShopConfig, calendar: Calendar): Basis => ({
      second: Math.floor(millis / 1000),
      book,
      settings,
      calendar,
      moment: momentOf(DateTime.unsafeMakeZoned(millis, { timeZone: zone }), calendar)
    })

    const expectedBy = (settings: ShopConfig, calendar: Calendar) => ({
      calendar,
      ranges: ledger.generator(settings),
      withoutFigure: withoutFigure(settings.amountSource),
      isAsked: isAsked(settings.amountSource),
      patienceMinutes: patienceMinutes(settings.amountSource)
    })

    const figuresOf = (book: DayBook, moment: Moment, settings: ShopConfig) => {
      const counted = countedFigures(book, moment.today, { goals: settings.goals, holidays: holidayCalendar(settings) })
      return {
        dashboard: Figures.dashboard(book, moment),
        counted,
        estimated: settings.isSourceSet ? null : Figures.estimatedInARow(book, counted.asOf),
        newest: Figures.newestUntil(book, counted.asOf)
      }
    }

    let basis = basisAt(clock.unsafeCurrentTimeMillis(), ledger.snapshot(), config.snapshot(), ledger.calendar())
    let metrics: ReadyBody | undefined
    let figures: ReturnType<typeof figuresOf> | undefined
    const series = new Map<number, ReadyBody>()
    const revenue = new Map<number, ReadyBody>()
    const lists = new Map<string, FixedResponse>()
    /** The encoded days of the newest state for which a list was requested. */
    let listed: { readonly of: readonly [DayBook, ShopConfig, LocalDate, boolean]; readonly days: ListedDays } | undefined

    /** The basis of this instant. Bodies of an earlier basis are dropped. */
    const current = (): Basis => {
      const millis = clock.unsafeCurrentTimeMillis()
      const book = ledger.snapshot()
      const settings = config.snapshot()
      const calendar = ledger.calendar()
      if (
        Math.floor(millis / 1000) === basis.second && book === basis.book && settings === basis.settings && calendar === basis.calendar
      ) return basis
      const before = basis
      basis = basisAt(millis, book, settings, calendar)
      metrics = undefined
      if (!sameDays(before, basis)) {
        figures = undefined
        series.clear()
        revenue.clear()
        lists.clear()
      }
      return basis
    }

    return {
      metrics: () => {
        const { book, calendar, moment, settings } = current()
        figures ??= figuresOf(book, moment, settings)
        metrics ??= readyBody(
          Views.metrics(figures, moment, toCome(book, moment, expectedBy(settings, calendar)), { ...settings, calendar },
            holidayCalendar(settings))
        )
        return metrics
      },
      series7: ({ days }) => {
        const { book, moment, settings } = current()
        return cached(series, days, () => readyBody(Figures.series(book, moment, days, ledger.generator(settings)).map(Views.seriesPoint)))
      },
      revenue: ({ days }) => {
        const { book, moment } = current()
        return cached(revenue, days, () => readyBody(Figures.revenue(book, moment.today, days).map(Views.revenueDay)))
      },
      days: (from, to) =>
        Effect.suspend(() => {
          const { book, moment, settings } = current()
          const known = lists.get(`${from} ${to}`)
          if (known !== undefined) return Effect.succeed(known)
          const holidays = holidayCalendar(settings)
          const of = [book, settings, moment.today, addDays(from, mostWithUsual) > to] as const
          if (listed === undefined || listed.of.some((each, index) => each !== of[index]))
            listed = { of, days: listedDays(book, moment.today, holidays, of[3]) }
          const began = basis
          return Effect.map(Effect.zipLeft(listed.days.between(from, to), ownSlice), ({ days, months }) => {
            const last = asOf(book, moment.today)
            const sumOf = (start: LocalDate, end: LocalDate) =>
              Views.rangeSum(countedRange(book, start, end, last, holidays), generatedOnly(book, last))
            const around = Views.aroundDays(from, to, {
              first: book.days[0]?.date ?? null,
              today: moment.today,
              asOf: last,
              holidays,
              sum: sumOf(from, to),
              years: yearsBegun(book, from, earlier(to, last)).map((year) =>
                sumOf(`${year}-01-01` as LocalDate, `${year}-12-31` as LocalDate)
              )
            })
            const [opening, closing] = [
              Buffer.from(`${JSON.stringify(around).slice(0, -1)},"months":[${months.join(",")}],"days":[`),
              Buffer.from("]}")
            ]
            const built = () => fixedResponse(Buffer.concat([opening, ...days, closing]), jsonType, onApi["cache-control"], "figures")
            // The figures may have changed meanwhile: then the list is that of the request's beginning, for this request alone.
            return sameDays(began, basis) ? cached(lists, `${from} ${to}`, built) : built()
          })
        })
    }
  })
)
