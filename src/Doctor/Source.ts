import type { FileSystem } from "@effect/platform"
import { Effect } from "effect"
import { type Check, passed, warning } from "../Codes/Check.ts"
import { goneKind, isAsked } from "../Config/AmountSource.ts"
import { moneyOf, remedyOfGone, type ShopConfig } from "../Config/ShopConfig.ts"
import type { DayBounds } from "../Domain/Calendar.ts"
import { counted } from "../Domain/Counted.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { askSource } from "../Source.ts"

/** Asks the source for a past day. A source that fails is a warning: the service works without it, and the day waits for a person. */
export const checkSource = (
  settings: ShopConfig,
  date: LocalDate,
  days: DayBounds
): Effect.Effect<ReadonlyArray<Check>, never, FileSystem.FileSystem> =>
  isAsked(settings.amountSource)
    ? Effect.match(askSource(settings.amountSource, date, days), {
      onFailure: ({ message }) => [warning("source", `no figure for ${date}: ${message}`, "fix it, then run `turnover source try`")],
      onSuccess: (
        { amountCents, items }
      ) => [passed("source", `answers ${moneyOf(settings)(amountCents)} for ${date}, ${counted(items, "item")}`)]
    })
    : Effect.succeed(
      goneKind(settings.amountSource) === undefined
        ? []
        : [warning("source", `amount_source "${goneKind(settings.amountSource)}" is not asked any longer`, remedyOfGone)]
    )
