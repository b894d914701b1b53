import { Command } from "@effect/cli"
import { Effect } from "effect"
import { type Cents, formatYuan, toYuan } from "../Domain/Amount.ts"
import { Ledger } from "../Ledger.ts"
import type { Withdrawal } from "../Ledger/DayRequest.ts"
import { answering, lines, Refused } from "./Output.ts"
import { actor, date, json, neededText } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const withdraw = (withdrawal: Withdrawal) =>
  Effect.gen(function*() {
    const { date } = withdrawal
    const ledger = yield* Ledger
    const { before, sourceBefore } = yield* Effect.catchTag(ledger.withdraw(withdrawal), "NoRecord",
      () => new Refused({ code: "no_record", message: `${date} has no figure that could be withdrawn` }))
    const cents = before ?? (0 as Cents)
    return {
      ok: true,
      text: lines(`${date} has no figure now, it was ${formatYuan(cents)}; the audit keeps both`),
      json: { date, amount: toYuan(cents), source: sourceBefore }
    }
  })

export const command = Command.make(
  "withdraw",
  { date, reason: neededText("reason", 200, "Why, for the audit and the message"), actor: actor("Who withdraws"), json },
  ({ actor, date, json, reason }) => answering(json)(Effect.provide(withdraw({ date, reason, actor }), Workbench.ledger))
).pipe(Command.withDescription("Take back a figure that was entered for a wrong day"))
