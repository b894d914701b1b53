import { Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { excerpt } from "../Chat/PlainText.ts"
import { type Money, toYuan } from "../Domain/Amount.ts"
import { type ChainHead, formatHead, parseHead, shortHash } from "../Domain/Audit.ts"
import type { DayState, GoalMismatch, MarkMismatch, MarkState, Mismatch } from "../Domain/Reconciliation.ts"
import { counted } from "../Domain/Text.ts"
import { AuditTrail } from "../Ledger/AuditTrail.ts"
import { lines, printing, showing, WrongUsage } from "./Output.ts"
import { json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const shownState = (state: DayState, money: Money): string => `${money(state.cents)} ${state.source}${state.isFinal ? "" : ", not final"}`

export const describe = ({ date, recordId, recorded, stored }: Mismatch, money: Money): string => {
  if (recorded === null) return `${date} is stored as ${stored === null ? "nothing" : shownState(stored, money)}, without an audit record`
  return stored === null
    ? `${date} is no longer stored, record ${recordId} says ${shownState(recorded, money)}`
    : `${date} is stored as ${shownState(stored, money)}, record ${recordId} says ${shownState(recorded, money)}`
}

const shownMark = ({ closed, note }: MarkState): string => `${closed ? "closed" : "open"}${note === "" ? "" : ` (${note})`}`

const describeMark = ({ date, recordId, recorded, stored }: MarkMismatch): string =>
  recordId === null
    ? `${date} is marked ${shownMark(stored)}, without an audit record`
    : `${date} is marked ${shownMark(stored)}, record ${recordId} says ${shownMark(recorded)}`

const describeGoal = ({ month, recordId, recorded, stored }: GoalMismatch, money: Money): string => {
  const shownGoal = (cents: number | null) => cents === null ? "no goal" : money(cents)
  return `${month} has ${shownGoal(stored)}, ${
    recordId === null ? "without an audit record" : `record ${recordId} says ${shownGoal(recorded)}`
  }`
}

/** The result of the comparison with a head that was noted elsewhere; `found` is the stored hash of that record. */
const comparison = ({ hash, id }: ChainHead, found: string | undefined, firstBrokenId: number | null, records: number) => {
  if (found === undefined) {
    return { holds: false, text: `the head ${id} is not there: the audit has ${counted(records, "record")}, newer ones were removed` }
  }
  if (!found.startsWith(hash))
    return { holds: false, text: `record ${id} has another hash than the head: it, or one before it, was changed` }
  return firstBrokenId !== null && firstBrokenId <= id
    ? { holds: false, text: `record ${id} has the hash of the head, but the chain does not hold up to it` }
    : { holds: true, text: `the head ${id} is there: the records up to it are as they were when it was noted` }
}

/** Without a head that was noted elsewhere, the chain proves nothing about its newest records. */
const limits = "what this does not show: newest records that were removed, or changed together with all that follow and their days. " +
  "Compare with a head that was noted elsewhere: --head N:HASH, from a backup's .head file, the log, or 核对码 in a message to the group"

const state = (day: DayState | null) => day === null ? null : { amount: toYuan(day.cents), source: day.source, is_final: day.isFinal }

const verify = (asked: ChainHead | undefined) =>
  Effect.gen(function*() {
    const audit = yield* AuditTrail
    const { firstBrokenId, goalMismatch, head, markMismatch, mismatch, records } = yield* showing("verifying the audit",
      () => audit.examine)
    const money = yield* Workbench.money
    const compared = asked === undefined ? undefined : comparison(asked, yield* audit.hashOf(asked.id), firstBrokenId, records)
    return {
      ok: firstBrokenId === null && mismatch === null && markMismatch === null && goalMismatch === null && compared?.holds !== false,
      text: lines(
        firstBrokenId === null
          ? `the chain holds: ${counted(records, "record")}${records === 0 ? "" : `, the newest is ${formatHead(head)}`}`
          : `the chain does not hold at record ${firstBrokenId}: this record, or one before it, was changed; ${
            counted(records, "record")
          } before it hold`,
        mismatch === null
          ? "every final day is as its newest record says"
          : `the first day that differs from its record: ${describe(mismatch, money)}`,
        markMismatch === null
          ? "every closed day and note is as its newest record says"
          : `the first mark that differs from its record: ${describeMark(markMismatch)}`,
        goalMismatch === null
          ? "every goal that was set is as its newest record says"
          : `the first goal that differs from its record: ${describeGoal(goalMismatch, money)}`,
        compared === undefined ? limits : compared.text
      ),
      json: {
        records,
        first_broken_id: firstBrokenId,
        head: records === 0 ? null : formatHead(head),
        ...(compared === undefined ? {} : { head_holds: compared.holds }),
        mark_mismatch: markMismatch === null ? null : {
          date: markMismatch.date,
          record_id: markMismatch.recordId,
          recorded: markMismatch.recorded,
          stored: markMismatch.stored
        },
        goal_mismatch: goalMismatch === null ? null : {
          month: goalMismatch.month,
          record_id: goalMismatch.recordId,
          recorded: goalMismatch.recorded === null ? null : toYuan(goalMismatch.recorded),
          stored: goalMismatch.stored === null ? null : toYuan(goalMismatch.stored)
        },
        mismatch: mismatch === null ? null : {
          date: mismatch.date,
          record_id: mismatch.recordId,
          recorded: state(mismatch.recorded),
          stored: state(mismatch.stored)
        }
      }
    }
  })

const head = Options.text("head").pipe(
  Options.withDescription("A newest record as it was noted elsewhere: its number and the first 16 or more digits of its hash"),
  Options.optional
)

const headOf = (text: string) =>
  Effect.mapError(Effect.fromNullable(parseHead(text)), () =>
    new WrongUsage({ message: `--head: expected N:HASH with at least ${shortHash} digits of the hash, got ${excerpt(text, 80)}` }))

const verifyCommand = Command.make("verify", { head, json }, ({ head, json }) =>
  printing(json)(
    Effect.flatMap(Effect.transposeMapOption(head, headOf), (asked) =>
      Workbench.existingDatabase.pipe(
        Effect.zipRight(Effect.provide(verify(Option.getOrUndefined(asked)), Workbench.stored)),
        Effect.provide(Workbench.environment)
      ))
  )).pipe(Command.withDescription("Verify the chain of the audit, and every day, mark and goal against its newest record"))

export const command = Command.make("audit", {}, () => new WrongUsage({ message: "audit: expected the command verify" })).pipe(
  Command.withDescription("Check the audit"),
  Command.withSubcommands([verifyCommand])
)
