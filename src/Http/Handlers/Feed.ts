import { HttpApiBuilder } from "@effect/platform"
import { type DateTime, Effect } from "effect"
import { Api } from "../../Api.ts"
import * as Errors from "../../Api/Errors.ts"
import { Pushing } from "../../Api/Feed.ts"
import { ShopClock } from "../../Clock.ts"
import { Config } from "../../Config.ts"
import { moneyOf } from "../../Config/ShopConfig.ts"
import type { Money } from "../../Domain/Amount.ts"
import type { LocalDate } from "../../Domain/LocalDate.ts"
import type { AlreadyFinal, DateInFuture } from "../../Domain/Refusal.ts"
import { Ledger } from "../../Ledger.ts"
import { lostRight } from "../Access/Gate.ts"
import { readJson } from "../Body.ts"
import { standing } from "../Views.ts"
import { asking, dateInFuture, takenIn } from "./DayCommands.ts"

const alreadyFinal = (date: LocalDate, { current }: AlreadyFinal, zone: DateTime.TimeZone, money: Money) =>
  Errors.AlreadyFinal.make({
    detail: `expected ${date} without a figure, got ${current.cents === null ? "none" : money(current.cents)}`,
    date,
    current: standing(current, zone)
  })

const dayClosed = (date: LocalDate) => Errors.DayClosed.make({ detail: `expected a day on which the shop is open, got ${date}` })

const notOpen = (date: LocalDate) => Errors.NotOpen.make({ detail: `expected today or a day that awaits its figure, got ${date}` })

/** A figure that a till pushes. */
export const layer = HttpApiBuilder.group(Api, "feed", (handlers) =>
  Effect.gen(function*() {
    const config = yield* Config
    const ledger = yield* Ledger
    const { zone } = yield* ShopClock
    return handlers.handleRaw("feed", ({ path: { date } }) =>
      Effect.gen(function*() {
        const { amount, final } = yield* readJson(Pushing)
        yield* takenIn(config, amount)
        const { after, before, change } = yield* ledger.carryOut({ _tag: "Feed", date, cents: amount, final }, yield* asking(undefined))
        return { ok: true as const, change, before: standing(before, zone), after: standing(after, zone) }
      }).pipe(Effect.catchTags({
        AlreadyFinal: (refused: AlreadyFinal) => Effect.fail(alreadyFinal(date, refused, zone, moneyOf(config.snapshot()))),
        DayClosed: () => Effect.fail(dayClosed(date)),
        NotOpen: () => Effect.fail(notOpen(date)),
        DateInFuture: (refused: DateInFuture) => Effect.fail(dateInFuture(refused)),
        RightLost: lostRight
      })))
  }))
