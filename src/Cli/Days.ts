import { Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { type Cents, toYuan } from "../Domain/Amount.ts"
import { type Correct, type Mark, named, type Who, type Withdraw } from "../Domain/Command.ts"
import type { DayChange } from "../Domain/DayChange.ts"
import { Ledger } from "../Ledger.ts"
import { lines, printing, Refused } from "./Output.ts"
import { actor, amount, date, json, neededText, storedDate, text, textOption } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const correctDay = (command: Correct, who: Who) =>
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

export const correctCommand = Command.make(
  "correct",
  {
    date,
    amount,
    reason: textOption("reason", 200, "Why, for the audit and the message"),
    actor: actor("Who corrects"),
    json
  },
  ({ actor, amount, date, json, reason }) =>
    Effect.flatMap(Workbench.typedAmount("AMOUNT", amount), (cents) =>
      printing(json)(Effect.provide(
        correctDay({ _tag: "Correct", date, cents, reason: Option.getOrElse(reason, () => "") }, named(actor)),
        Workbench.ledger
      )))
).pipe(Command.withDescription("Set the amount of a day and make it final"))

const withdrawDay = (command: Withdraw, who: Who) =>
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

export const withdrawCommand = Command.make(
  "withdraw",
  { date: storedDate, reason: neededText("reason", 200, "Why, for the audit and the message"), actor: actor("Who withdraws"), json },
  ({ actor, date, json, reason }) =>
    printing(json)(Effect.provide(withdrawDay({ _tag: "Withdraw", date, reason }, named(actor)), Workbench.ledger))
).pipe(Command.withDescription("Take back a figure that was entered for a wrong day"))

const sentenceOf = ({ after: { closed, note }, change, date }: DayChange): string => {
  switch (change) {
    case "closed":
      return `${date} is closed now${note === "" ? "" : `: ${note}`}`
    case "opened":
      return `${date} is open now`
    case "noted":
      return note === "" ? `${date} has no note now` : `${date} has the note now: ${note}`
    default:
      return `${date} stays as it is: ${closed ? "closed" : "open"}, ${note === "" ? "without a note" : `with the note: ${note}`}`
  }
}

const markDay = (command: Mark, who: Who) =>
  Effect.gen(function*() {
    const { date } = command
    const ledger = yield* Ledger
    const money = yield* Workbench.money
    const done = yield* Effect.catchTags(ledger.carryOut(command, who), {
      DateInFuture: ({ today: last }) =>
        new Refused({ code: "date_in_future", message: `${date} is too far ahead, the last day that can be marked is ${last}` }),
      HasRecord: ({ cents }) =>
        new Refused({
          code: "day_has_figure",
          message: `${date} has the figure ${money(cents)}: withdraw it first with \`turnover withdraw ${date} --reason WHY\``
        })
    })
    const { after: { closed, note }, change } = done
    return { ok: true, text: lines(sentenceOf(done)), json: { date, change, closed, note } }
  })

const marking = (json: boolean, actor: string, wanted: Omit<Mark, "_tag">) =>
  printing(json)(Effect.provide(markDay({ _tag: "Mark", ...wanted }, named(actor)), Workbench.ledger))

const who = actor("Who marks the day")

export const closeCommand = Command.make(
  "close",
  { date, note: textOption("note", 200, "Why, such as a holiday"), actor: who, json },
  ({ actor, date, json, note }) => marking(json, actor, { date, closed: true, note: Option.getOrUndefined(note) })
).pipe(Command.withDescription("Mark a day on which the shop is closed: it gets no figure and is not missing"))

export const openCommand = Command.make(
  "open",
  { date, actor: who, json },
  ({ actor, date, json }) => marking(json, actor, { date, closed: false })
).pipe(Command.withDescription("Mark a closed day as open again"))

export const noteCommand = Command.make(
  "note",
  { date, note: text("TEXT", 200, "What to note, such as the weather; an empty text removes the note"), actor: who, json },
  ({ actor, date, json, note }) => marking(json, actor, { date, note })
).pipe(Command.withDescription("Note something about a day"))
