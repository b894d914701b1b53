import { Command } from "@effect/cli"
import { Effect } from "effect"
import { formatYuan, toYuan } from "../Domain/Amount.ts"
import type { DayState, Mismatch } from "../Domain/Reconciliation.ts"
import { AuditTrail } from "../Ledger/AuditTrail.ts"
import { answering, counted, lines, showing, WrongUsage } from "./Output.ts"
import { json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const shown = (state: DayState): string => `${formatYuan(state.cents)} ${state.source}${state.isFinal ? "" : ", not final"}`

/** A mismatch in one sentence. */
export const describe = ({ date, recordId, recorded, stored }: Mismatch): string => {
  if (recorded === null) return `${date} is stored as ${stored === null ? "nothing" : shown(stored)}, without an audit record`
  return stored === null
    ? `${date} is no longer stored, record ${recordId} says ${shown(recorded)}`
    : `${date} is stored as ${shown(stored)}, record ${recordId} says ${shown(recorded)}`
}

const state = (day: DayState | null) => day === null ? null : { amount: toYuan(day.cents), source: day.source, is_final: day.isFinal }

const verify = Effect.gen(function*() {
  const audit = yield* AuditTrail
  const { firstBrokenId, mismatch, records } = yield* showing("verifying the audit", () => audit.examine)
  return {
    ok: firstBrokenId === null && mismatch === null,
    text: lines(
      firstBrokenId === null
        ? `the chain holds: ${counted(records, "record")}`
        : `the chain does not hold at record ${firstBrokenId}: this record, or one before it, was changed; ${
          counted(records, "record")
        } before it hold`,
      mismatch === null ? "every final day is as its newest record says" : `the first day that does not hold: ${describe(mismatch)}`
    ),
    json: {
      records,
      first_broken_id: firstBrokenId,
      mismatch: mismatch === null ? null : {
        date: mismatch.date,
        record_id: mismatch.recordId,
        recorded: state(mismatch.recorded),
        stored: state(mismatch.stored)
      }
    }
  }
})

const verifyCommand = Command.make("verify", { json }, ({ json }) =>
  answering(json)(
    Workbench.existingDatabase.pipe(Effect.zipRight(Effect.provide(verify, Workbench.stored)), Effect.provide(Workbench.environment))
  )).pipe(Command.withDescription("Verify the chain of the audit, and every day against its newest record"))

export const command = Command.make("audit", {}, () => new WrongUsage({ message: "audit: expected the command verify" })).pipe(
  Command.withDescription("Look into the audit"),
  Command.withSubcommands([verifyCommand])
)
