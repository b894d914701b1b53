import type { Cents } from "../Amount.ts"
import type { Announcement } from "../Announcement.ts"
import type { ChainHead } from "../Audit.ts"
import type { Calendar } from "../Calendar.ts"
import type { DayBook } from "../DayBook.ts"
import type { DayChange, Stood } from "../DayChange.ts"
import type { DayStarts } from "../DayStart.ts"
import type { GeneratorSettings } from "../Generator.ts"
import type { Goals } from "../Goal.ts"
import type { Holidays } from "../Holidays.ts"
import type { ImportNotify } from "../ImportPlan.ts"
import type { LocalDate } from "../LocalDate.ts"
import type { Posting } from "../Posting.ts"
import type * as Settlement from "../Settlement.ts"
import type { TimeOfDay } from "../TimeOfDay.ts"
import type { Recipient } from "../Topic.ts"
import type { DayMark, Turnover, Weekdays } from "../Turnover.ts"

/** When a command is decided. */
export interface Now {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The business date. */
  readonly today: LocalDate
}

/** The settings that decisions depend on. */
export interface Settings {
  readonly goals: Goals
  readonly calendar: Calendar
  readonly fallbackPush: Settlement.FallbackPush
  readonly importNotify: ImportNotify
  /** Every chat, and the topics that it receives. */
  readonly recipients: ReadonlyArray<Recipient>
  readonly generator: GeneratorSettings
  readonly holidays: Holidays
  readonly closedWeekdays: Weekdays
  readonly withoutFigure: Settlement.WithoutFigure
  /** Whether there is a source to ask, whose answer a day waits for first. */
  readonly isAsked: boolean
  /** When a till counts as silent; null if the settings do not say. */
  readonly feedSilenceMinutes: number | null
  readonly dayStartsAt: TimeOfDay
}

/** The result of a request, and what identifies the request. */
export interface KeptResult {
  readonly fingerprint: string
  readonly result: DayChange
}

export interface Shop {
  readonly settings: Settings
  /** The head of the audit's chain. */
  readonly head: ChainHead
}

/** One day's record and mark. */
interface Day extends Shop {
  readonly day: Turnover | undefined
  readonly mark: DayMark
}

/** What the decision about a person's request needs in addition to the day. */
export interface Repeating {
  /** The result of the first request with the command's key; undefined for a new key, and without a key. */
  readonly kept: KeptResult | undefined
  /** The instants of the changes that the requesting token of the role `entry` made in the last 10 minutes, oldest first. */
  readonly recent: ReadonlyArray<number>
}

/** The day that a person's request is about. */
export interface Asked extends Day, Repeating {
  /** The newest audit record about the day's figure; undefined if there is none. */
  readonly figureRecord: FigureRecord | undefined
}

/** Who has set or removed a figure, and when. */
export interface FigureRecord {
  readonly by: string
  readonly at: number
}

/** The newest change of a day: its audit record, its author, its instant, and the day before it. */
export interface LastChange {
  readonly id: number
  readonly token: number | null
  readonly at: number
  readonly stood: Stood
}

/** The change to undo, and its day. */
export interface Undoable {
  readonly day: Asked
  /** The newest audit record of the day. */
  readonly newest: number
  /** undefined if the state before the change was not stored. */
  readonly last: LastChange | undefined
  /** The day's cutoff; milliseconds since 1970. */
  readonly cutoff: number
}

/** A person's own newest change, as long as no other change of its day came after it. */
export interface OwnUndoable {
  readonly day: Pick<Day, "day" | "mark">
  readonly last: LastChange
  /** The day's cutoff; milliseconds since 1970. */
  readonly cutoff: number
}

/** An earlier day that is stored but not final, and when a person last took its figure back. */
export interface OpenDay extends Pick<DayMark, "clearedAt"> {
  readonly day: Turnover
}

/** The day to which a till's amount belongs. */
export interface OfferedDay extends Day {
  /** Milliseconds since 1970. */
  readonly cutoff: number
  /** The days and marks for the day's story; empty if the amount cannot become the figure. */
  readonly recent: DayBook
}

/** What the decision about each command needs. */
export interface States {
  /** Before the cutoff, only the day and the earlier open days (oldest first) are as stored. */
  readonly Settle: Day & {
    readonly open: ReadonlyArray<OpenDay>
    readonly ranBefore: boolean
    /** The days and marks for the comparisons in today's message, as they were before the run. */
    readonly recent: DayBook
    /** Whether a day after today is stored. */
    readonly daysAfter: boolean
    /** How far today's message has come, for each chat that receives the settlement's messages. */
    readonly announced: ReadonlyMap<string, Settlement.Announced>
    readonly announcedSinceCutoff: Settlement.Situation["announcedSinceCutoff"]
  }
  readonly Remind: Day & { readonly reminded: boolean }
  readonly Report: Shop & {
    /** Whether the period's report was sent or waits in the outbox. */
    readonly reported: boolean
    /** The days and marks that the report needs. */
    readonly book: DayBook
  }
  readonly Correct: Asked
  readonly Withdraw: Asked
  readonly Mark: Asked
  readonly Undo: Shop & Repeating & {
    /** undefined if the audit has no such record. */
    readonly undoable: Undoable | undefined
  }
  readonly Import: Shop & {
    readonly book: DayBook
    readonly importedBefore: boolean
    /** The days with audit records newer than the preview, each with its newest record. */
    readonly changedSince: ReadonlyMap<LocalDate, FigureRecord>
  }
  readonly Offer: OfferedDay
  readonly Feed: OfferedDay & {
    /** The date of the first record; undefined if there is none. */
    readonly first: LocalDate | undefined
  }
  readonly SetGoal: {
    /** The goal of the month that people have set; null for none. */
    readonly goal: Cents | null
  }
  readonly StartDays: Shop
}

/** A stored fact that keeps a command from taking effect twice. */
export type Remembered =
  | { readonly _tag: "Run"; readonly ids: ReadonlyArray<string> }
  | { readonly _tag: "Report"; readonly name: string; readonly at: number }
  | { readonly _tag: "File"; readonly sha256: string }
  | { readonly _tag: "Result"; readonly key: string; readonly kept: KeptResult }

/** What a command does. All of it is stored in one transaction. */
export interface Decision<out A> {
  readonly result: A
  readonly postings: ReadonlyArray<Posting>
  /** A running amount to store without an audit record. */
  readonly soFar: Turnover | null
  /** The messages about the postings, and further messages. */
  readonly messages: ReadonlyArray<Announcement>
  /** The only chats that receive the first message; null if every chat that receives its kind does. */
  readonly firstOnlyTo: ReadonlyArray<string> | null
  /** The day whose waiting message with this amount is to be sent at once. */
  readonly hasten: { readonly date: LocalDate; readonly cents: Cents } | null
  readonly remember: Remembered | null
  /** The starts of the business days from now on; null if they stay as they are. */
  readonly dayStarts: DayStarts | null
}

/** A decision that changes nothing. */
export const nothing = <A>(result: A): Decision<A> => ({
  result,
  postings: [],
  soFar: null,
  messages: [],
  firstOnlyTo: null,
  hasten: null,
  remember: null,
  dayStarts: null
})
