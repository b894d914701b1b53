import type { FileSystem, HttpClient } from "@effect/platform"
import { Effect } from "effect"
import { type Check, passed, warning } from "../Codes/Check.ts"
import { isAsked } from "../Config/AmountSource.ts"
import { moneyOf, type ShopConfig } from "../Config/ShopConfig.ts"
import type { DayBounds } from "../Domain/Calendar.ts"
import { counted } from "../Domain/Counted.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { askSource } from "../Source.ts"

/** Asks the source for a past day. A source that fails is a warning: the service works without it, and the day waits for a person. */
export const checkSource = (
  settings: ShopConfig,
  date: LocalDate,
  days: DayBounds
): Effect.Effect<ReadonlyArray<Check>, never, HttpClient.HttpClient | FileSystem.FileSystem> =>
  isAsked(settings.amountSource)
    ? Effect.match(askSource(settings.amountSource, date, days), {
      onFailure: ({ message }) => [warning("source", `no figure for ${date}: ${message}`, "fix it, then run `turnover source try`")],
      onSuccess: (
        { amountCents, items }
      ) => [passed("source", `answers ${moneyOf(settings)(amountCents)} for ${date}, ${counted(items, "item")}`)]
    })
    : Effect.succeed([])
