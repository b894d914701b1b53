import { HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"
import { invalidRequest } from "../../Api/Errors.ts"
import { csvOf, daySheet, monthSheet } from "../../Books/Table.ts"
import { ShopClock } from "../../Clock.ts"
import * as FairLock from "../../Concurrency/FairLock.ts"
import { Config } from "../../Config.ts"
import { languageOf } from "../../Config/ShopConfig.ts"
import { bookedDays } from "../../Domain/Books.ts"
import { momentOf } from "../../Domain/Calendar.ts"
import { lastListed } from "../../Domain/DayList.ts"
import { decimalsOf } from "../../Domain/Decimals.ts"
import type { Language } from "../../Domain/Language.ts"
import { datesBetween, type LocalDate, monthOf } from "../../Domain/LocalDate.ts"
import { Ledger } from "../../Ledger.ts"
import { Outbox } from "../../Outbox.ts"
import { rangeFault } from "../RangeFault.ts"

interface Asked {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly lang?: "en" | "zh" | undefined
}

/** The workbook and the CSV of a range of days (rule 6.52). */
export const bookHandlers = Effect.gen(function*() {
  const clock = yield* ShopClock
  const config = yield* Config
  const ledger = yield* Ledger
  const outbox = yield* Outbox
  /** One is made at a time. */
  const turns = FairLock.make()

  const booked = Effect.fnUntraced(function*({ from, lang, to }: Asked) {
    const { today } = momentOf(yield* clock.now, ledger.calendar())
    const last = lastListed(from, today)
    if (to < from || to > last) return yield* Effect.fail(invalidRequest([rangeFault(from, to, last)]))
    const settings = yield* config.current
    const sent = yield* Effect.forEach(new Set(datesBetween(from, to).map(monthOf)),
      (month) =>
        Effect.map(outbox.sentReport(month), Option.match({ onNone: () => [], onSome: ({ announcement }) => announcement.report.days })))
    const language: Language = lang === undefined ? languageOf(settings) : lang === "en" ? "en" : "zh-CN"
    const days = bookedDays(yield* ledger.book, { from, to }, today, sent)
    return { days, language, currency: settings.currency, decimals: decimalsOf(settings.currency.code) }
  })

  const attached = ({ from, to }: Asked, ending: string) => ({
    "content-disposition": `attachment; filename="turnover-${from}-${to}.${ending}"`
  })

  return {
    workbook: (asked: Asked) =>
      turns.hold((restore) =>
        restore(Effect.gen(function*() {
          const { days, decimals, language } = yield* booked(asked)
          const { workbookOf } = yield* Effect.promise(() => import("../../Books/Writer.ts"))
          const bytes = yield* Effect.promise(() =>
            workbookOf([daySheet(days, language, clock.zone), monthSheet(days, language)], decimals)
          )
          return HttpServerResponse.uint8Array(bytes, {
            contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            headers: attached(asked, "xlsx")
          })
        }))
      ),
    csv: (asked: Asked) =>
      Effect.map(booked(asked), ({ currency, days, decimals, language }) =>
        HttpServerResponse.text(csvOf(daySheet(days, language, clock.zone), currency.locale, decimals), {
          contentType: "text/csv; charset=utf-8",
          headers: attached(asked, "csv")
        }))
  }
})
