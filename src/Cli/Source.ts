import { Command } from "@effect/cli"
import { Effect, Layer, Option } from "effect"
import { ShopClock } from "../Clock.ts"
import { Config } from "../Config.ts"
import { isAsked } from "../Config/AmountSource.ts"
import { moneyOf } from "../Config/ShopConfig.ts"
import { toYuan } from "../Domain/Amount.ts"
import { askedDay } from "../Domain/AskedDay.ts"
import { dateOf } from "../Domain/Calendar.ts"
import { counted } from "../Domain/Counted.ts"
import { addDays, type LocalDate } from "../Domain/LocalDate.ts"
import { amountSource } from "../Shop.ts"
import { AmountSource, type ShownRequest } from "../Source.ts"
import { lines, printing, Refused, WrongUsage } from "./Output.ts"
import { dateOption, json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const requestLines = (request: ShownRequest | null): ReadonlyArray<string> =>
  request === null
    ? []
    : [`${request.method} ${request.address}`, ...(request.variables.length === 0 ? [] : [`variables: ${request.variables.join(", ")}`])]

const trySource = (asked: Option.Option<LocalDate>) =>
  Effect.gen(function*() {
    const source = yield* AmountSource
    const settings = yield* (yield* Config).current
    const { now } = yield* ShopClock
    const days = yield* Workbench.dayBounds
    const today = dateOf(yield* now, days)
    const date = yield* askedDay(Option.getOrUndefined(asked), today, addDays(today, -1))
    if (!isAsked(settings.amountSource))
      return yield* new Refused({
        code: "no_source",
        message: `amount_source is "${settings.amountSource.kind}": nobody is asked for a figure`
      })
    const request = yield* source.describe
    return yield* Effect.match(source.ask(date, days), {
      onFailure: ({ code, message, params }) => ({
        ok: false,
        text: lines(...requestLines(request), `${date}: no figure: ${message}`),
        json: { date, amount: null, items: null, sha256: null, request, error: "source_failed", detail: message, reason: { code, params } }
      }),
      onSuccess: ({ amountCents, items, sha256 }) => ({
        ok: true,
        text: lines(...requestLines(request), `sha256 ${sha256}, ${counted(items, "item")}`,
          `${date}: ${moneyOf(settings)(amountCents)}; nothing is stored`),
        json: { date, amount: toYuan(amountCents), items, sha256, request }
      })
    })
  })

const tryCommand = Command.make(
  "try",
  { date: dateOption("date", "The day to ask for; yesterday by default"), json },
  ({ date, json }) => printing(json)(Effect.provide(trySource(date), Layer.provideMerge(amountSource, Workbench.settings)))
).pipe(Command.withDescription("Ask the source of config.json for a day's figure, show the answer, and store nothing"))

export const command = Command.make("source", {}, () => new WrongUsage({ message: "source: expected the command try" })).pipe(
  Command.withDescription("Look at where a day's amount comes from"),
  Command.withSubcommands([tryCommand])
)
