import { Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { toYuan } from "../Domain/Amount.ts"
import { type Correct, named, type Who } from "../Domain/Command.ts"
import { Ledger } from "../Ledger.ts"
import { lines, printing } from "./Output.ts"
import { actor, amount, date, json, textOption } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const correct = (command: Correct, who: Who) =>
  Effect.gen(function*() {
    const { cents, date } = command
    const ledger = yield* Ledger
    const money = yield* Workbench.money
    const before = (yield* ledger.book).byDate.get(date)
    yield* ledger.carryOut(command, who)
    return {
      ok: true,
      text: lines(
        `${date} is ${money(cents)} now, ${before === undefined ? "it had no record" : `it was ${money(before.cents)}`}`
      ),
      json: { date, amount: toYuan(cents), before: before === undefined ? null : toYuan(before.cents) }
    }
  })

export const command = Command.make(
  "correct",
  {
    date,
    amount,
    reason: textOption("reason", 200, "Why, for the audit and the message"),
    actor: actor("Who corrects"),
    json
  },
  ({ actor, amount, date, json, reason }) =>
    printing(json)(Effect.provide(
      correct({ _tag: "Correct", date, cents: amount, reason: Option.getOrElse(reason, () => "") }, named(actor)),
      Workbench.ledger
    ))
).pipe(Command.withDescription("Set the amount of a day and make it final"))
