import { Command } from "@effect/cli"
import { Effect } from "effect"
import { type Cents, toYuan } from "../Domain/Amount.ts"
import { named, type Who, type Withdraw } from "../Domain/Command.ts"
import { Ledger } from "../Ledger.ts"
import { lines, printing, Refused } from "./Output.ts"
import { actor, date, json, neededText } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const withdraw = (command: Withdraw, who: Who) =>
  Effect.gen(function*() {
    const { date } = command
    const ledger = yield* Ledger
    const money = yield* Workbench.money
    const { before } = yield* Effect.catchTag(ledger.carryOut(command, who), "NoRecord",
      () => new Refused({ code: "no_record", message: `${date} has no figure that could be withdrawn` }))
    const cents = before.cents ?? (0 as Cents)
    return {
      ok: true,
      text: lines(`${date} has no figure now, it was ${money(cents)}; the audit keeps both`),
      json: { date, amount: toYuan(cents), source: before.source }
    }
  })

export const command = Command.make(
  "withdraw",
  { date, reason: neededText("reason", 200, "Why, for the audit and the message"), actor: actor("Who withdraws"), json },
  ({ actor, date, json, reason }) =>
    printing(json)(Effect.provide(withdraw({ _tag: "Withdraw", date, reason }, named(actor)), Workbench.ledger))
).pipe(Command.withDescription("Take back a figure that was entered for a wrong day"))
