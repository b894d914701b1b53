import { DateTime, Either } from "effect"
import { calendarOf, dateOf, momentOf } from "../../src/Domain/Calendar.ts"
import { type Command, named, theService, type Who } from "../../src/Domain/Command.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import type { Stood } from "../../src/Domain/DayChange.ts"
import { decideOn } from "../../src/Domain/Decision.ts"
import type { Asked, LastChange, Now, Settings, States, Undoable } from "../../src/Domain/Decision/State.ts"
import { noHolidays } from "../../src/Domain/Holidays.ts"
import type { Requester, Role } from "../../src/Domain/Person.ts"
import type { Posting } from "../../src/Domain/Posting.ts"
import { onlyMain } from "../../src/Domain/Topic.ts"
import { noWeekdays, unmarked } from "../../src/Domain/Turnover.ts"
import { cents, date } from "./Stored.ts"

export const today = date("2026-03-14")

export const settings: Settings = {
  calendar: calendarOf(DateTime.zoneUnsafeMakeNamed("Asia/Shanghai"), { hour: 23, minute: 0 }),
  fallbackPush: "auto",
  importNotify: "per_row",
  recipients: onlyMain,
  generator: {
    seed: "seed",
    weekday: { min: cents(1), max: cents(1) },
    weekend: { min: cents(2), max: cents(2) }
  },
  holidays: noHolidays,
  closedWeekdays: noWeekdays,
  withoutFigure: "generate",
  feedSilenceMinutes: null,
  isAsked: false,
  dayStartsAt: { hour: 0, minute: 0 },
  goals: {}
}

const instant = (time: string) => DateTime.unsafeMakeZoned(`${today}T${time}+08:00`, { timeZone: "Asia/Shanghai" })

export const nowAt = (time: string): Now => ({
  at: instant(time).epochMillis,
  today: dateOf(instant(time), settings.calendar)
})

const shop = { settings, head: { id: 40, hash: "" } }

export const noon = nowAt("12:00:00")

export const momentAt = (time: string) => momentOf(instant(time), settings.calendar)

/** A day without a record, a mark or an earlier request, with the given parts replaced. */
export const asked = (parts: Partial<Asked> = {}): Asked => ({
  ...shop,
  day: undefined,
  mark: unmarked(today),
  kept: undefined,
  recent: [],
  figureRecord: undefined,
  ...parts
})

export const nothingAnnounced = { figure: false, closed: false, awaited: false }

export const settling = (parts: Partial<States["Settle"]> = {}): States["Settle"] => ({
  ...shop,
  day: undefined,
  mark: unmarked(today),
  open: [],
  ranBefore: false,
  recent: DayBook.empty,
  daysAfter: false,
  announced: new Map([["main", "none"]]),
  announcedSinceCutoff: nothingAnnounced,
  ...parts
})

export const reminding = (parts: Partial<States["Remind"]> = {}): States["Remind"] => ({
  ...shop,
  day: undefined,
  mark: unmarked(today),
  reminded: false,
  ...parts
})

export const importing = (parts: Partial<States["Import"]> = {}): States["Import"] => ({
  ...shop,
  book: DayBook.empty,
  importedBefore: false,
  changedSince: new Map(),
  ...parts
})

/** A day without a record for a till's amount: today, in a shop with its first record on 1 March. */
export const offered = (parts: Partial<States["Offer"] & States["Feed"]> = {}): States["Offer"] & States["Feed"] => ({
  ...shop,
  day: undefined,
  mark: unmarked(today),
  cutoff: nowAt("23:00:00").at,
  recent: DayBook.empty,
  first: date("2026-03-01"),
  ...parts
})

/** A day whose newest record has number 40: token 7 made the change at noon, and `stood` is the day before it. */
export const undoing = (
  day: Partial<Asked>,
  stood: Partial<Stood> = {},
  parts: Partial<Undoable> = {},
  last: Partial<LastChange> = {}
): States["Undo"] => ({
  ...shop,
  kept: undefined,
  recent: [],
  undoable: {
    day: asked(day),
    newest: 40,
    last: { id: 40, token: 7, at: noon.at, stood: { day: null, mark: unmarked(today), ...stood }, ...last },
    cutoff: nowAt("23:00:00").at,
    ...parts
  }
})

/** The holder of a named token. */
export const holder = (role: Role, token = 7): Who => {
  const person: Requester = { name: "mei", role, token, session: null, needs: "entry" }
  return { person, actor: "mei" }
}

export { named, theService }

const textOf = (posting: Posting): string => {
  if (posting.action === "undo") return `undo ${posting.mark.date} ${posting.before?.cents ?? "none"} -> ${posting.after?.cents ?? "none"}`
  if (posting.action === "goal") return `goal ${posting.month} ${posting.goalBefore ?? "none"} -> ${posting.goal ?? "none"}`
  const day = "day" in posting ? posting.day : posting.mark
  const amount = "cents" in day ? ` ${day.cents}` : ""
  return `${posting.action} ${day.date}${amount}`
}

/** What a command does, in a few words: its postings and its messages, or the tag of its refusal. */
export const outcome = <C extends Command>(command: C, state: States[C["_tag"]], now: Now, who: Who): ReadonlyArray<string> | string =>
  Either.match(decideOn(command as never, state as never, now, who) as ReturnType<typeof decideOn>, {
    onLeft: ({ _tag }: { readonly _tag: string }) => _tag,
    onRight: ({ hasten, messages, postings, remember, soFar }) => [
      ...postings.map(textOf),
      ...(soFar === null ? [] : [`so far ${soFar.date} ${soFar.cents}`]),
      ...messages.map((message) => `say ${message.kind}${"closed" in message ? " of a closed day" : ""}`),
      ...(hasten === null ? [] : ["hasten"]),
      ...(remember === null ? [] : [`remember ${remember._tag}`])
    ]
  })
