import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as Errors from "../../Api/Errors.ts"
import { Pushing } from "../../Api/Feed.ts"
import { ShopClock } from "../../Clock.ts"
import { Config } from "../../Config.ts"
import { moneyOf } from "../../Config/ShopConfig.ts"
import { Ledger } from "../../Ledger.ts"
import { lostRight } from "../Access/Gate.ts"
import { readJson } from "../Body.ts"
import { standing } from "../Views.ts"
import { asking, dateInFuture } from "./DayCommands.ts"

export const layer = HttpApiBuilder.group(Api, "feed", (handlers) =>
  Effect.gen(function*() {
    const config = yield* Config
    const ledger = yield* Ledger
    const { zone } = yield* ShopClock
    return handlers.handleRaw("feed", ({ path: { date } }) =>
      Effect.gen(function*() {
        const { amount, final } = yield* readJson(Pushing)
        const { after, before, change } = yield* ledger.carryOut({ _tag: "Feed", date, cents: amount, final }, yield* asking(undefined))
        return { ok: true as const, change, before: standing(before, zone), after: standing(after, zone) }
      }).pipe(Effect.catchTags({
        AlreadyFinal: ({ current }) =>
          Effect.fail(Errors.AlreadyFinal.make({
            detail: `expected ${date} without a figure, got ${current.cents === null ? "none" : moneyOf(config.snapshot())(current.cents)}`,
            date,
            current: standing(current, zone)
          })),
        DayClosed: () => Effect.fail(Errors.DayClosed.make({ detail: `expected a day on which the shop is open, got ${date}` })),
        NotOpen: () => Effect.fail(Errors.NotOpen.make({ detail: `expected today or a day that awaits its figure, got ${date}` })),
        DateInFuture: (refused) => Effect.fail(dateInFuture(refused)),
        RightLost: lostRight
      })))
  }))
