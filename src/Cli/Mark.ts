import { Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { type Mark, named, type Who } from "../Domain/Command.ts"
import type { DayChange } from "../Domain/DayChange.ts"
import { Ledger } from "../Ledger.ts"
import { lines, printing, Refused } from "./Output.ts"
import { actor, date, json, text, textOption } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

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

const mark = (command: Mark, who: Who) =>
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
  printing(json)(Effect.provide(mark({ _tag: "Mark", ...wanted }, named(actor)), Workbench.ledger))

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
