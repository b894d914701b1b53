import type { Cents } from "./Amount.ts"
import type { Moment } from "./Calendar.ts"
import type { DayChange, Standing } from "./DayChange.ts"
import type { EqualRows, ImportNotify, ImportRow, ImportSummary } from "./ImportPlan.ts"
import type { LocalDate, Month } from "./LocalDate.ts"
import type { Requester } from "./Person.ts"
import { settlementActor } from "./Posting.ts"
import type {
  AlreadyFinal,
  ChangedMeanwhile,
  CutoffPassed,
  DateInFuture,
  DayClosed,
  HasRecord,
  KeyReused,
  MonthTooFar,
  NoChange,
  NoRecord,
  NotForEntry,
  NotOpen,
  RightLost,
  TooManyChanges
} from "./Refusal.ts"
import type { DueReport } from "./ReportTimes.ts"
import type * as Settlement from "./Settlement.ts"
import { askedActor, type Source } from "./Turnover.ts"

export interface Who {
  /** The holder of a token or session; null for the service and the command line, which have no role. */
  readonly person: Requester | null
  /** The name that the audit and messages show. */
  readonly actor: string
}

/** An author without a token: the command line, or the import at start. */
interface Named extends Who {
  readonly person: null
}
export const named = (actor: string): Named => ({ person: null, actor })

/** The refusal of every command whose author may have lost the right to it. */
export type Lost<W extends Who> = W extends Named ? never : RightLost

/** The author of the daily job's commands. */
export const theService = named(settlementActor)

/** The author of figures that the source of the settings gave when it was asked. */
export const theSource = named(askedActor)

/** The token that gives a command, if its role is `entry`; null for every other role, and without a token. */
export const entryTokenOf = ({ person }: Who): number | null => person?.role === "entry" ? person.token : null

/** A person's request. It takes effect once for each idempotency key. */
interface Repeatable {
  readonly key?: string | undefined
}

/** A figure that a client has seen; null for a day without one. */
export type Expected = { readonly cents: Cents; readonly source: Source } | null

/** A person's request about one day. */
interface OfDay extends Repeatable {
  readonly date: LocalDate
  /** The figure that the day must have; otherwise the command is refused. undefined accepts any figure. */
  readonly expected?: Expected | undefined
}

/** Runs the daily job as of `moment`: settles that day if its cutoff is past, and makes every earlier day final that is still open. */
export interface Settle {
  readonly _tag: "Settle"
  readonly trigger: Settlement.Trigger
  readonly moment: Moment
  /** The run's name. Of all runs with one name, in any process, only one takes effect. */
  readonly id: string | null
  /** Whether the day's source was asked for its figure and has not answered in time. */
  readonly unanswered?: boolean
}

/** Reminds the group to enter the amount of `moment`'s day. The reminder is sent once, and only if the day has no amount. */
export interface Remind {
  readonly _tag: "Remind"
  readonly moment: Moment
}

/** Sends the group the report of a week or a month, once. */
export interface Report {
  readonly _tag: "Report"
  readonly due: DueReport
}

/** The result of a due report. `left_out`: its time was more than a day ago. `nothing_to_tell`: no day of its period was counted. */
export type ReportResult = "queued" | "sent_before" | "left_out" | "nothing_to_tell"

/** Offers a day the answer of its source. The result says how the answer was used. The same answer counts once. */
export interface Offer {
  readonly _tag: "Offer"
  readonly date: LocalDate
  readonly cents: Cents
  /** For the audit: how many items were added, and the SHA-256 of the answer. */
  readonly items: number
  readonly sha256: string
  /** What the source was asked for: the amount so far, or the day's figure after its cutoff. */
  readonly asked: "so_far" | "figure"
}

/** Pushes a day's running amount, or its figure. */
export interface Feed {
  readonly _tag: "Feed"
  readonly date: LocalDate
  readonly cents: Cents
  readonly final: boolean
}

/** Enters, corrects or confirms the amount of a day, which is then final. */
export interface Correct extends OfDay {
  readonly _tag: "Correct"
  readonly cents: Cents
  readonly reason: string
  /** The day's note, changed together with the figure, and undone with it; undefined keeps it. */
  readonly note?: string | undefined
}

/** Removes a day's record; the audit keeps it. */
export interface Withdraw extends OfDay {
  readonly _tag: "Withdraw"
  readonly reason: string
}

/** Marks a day closed or open, and changes its note. A member that is undefined changes nothing. */
export interface Mark extends OfDay {
  readonly _tag: "Mark"
  readonly closed?: boolean | undefined
  readonly note?: string | undefined
}

/** Undoes the change with this audit record, if it is the newest change of its day. */
export interface Undo extends Repeatable {
  readonly _tag: "Undo"
  readonly id: number
  readonly reason: string
}

/** Sets the goal of a month; null clears it, so that the goal of the settings applies again. */
export interface SetGoal {
  readonly _tag: "SetGoal"
  readonly month: Month
  readonly goal: Cents | null
}

/** Imports all rows or none; each date at most once. */
export interface Import {
  readonly _tag: "Import"
  readonly rows: ReadonlyArray<ImportRow>
  /** Days that the file says the shop was closed: each is marked so, unless it has a figure. */
  readonly closed?: ReadonlyArray<LocalDate> | undefined
  /** SHA-256 of a file that is imported only once, by one process; null for a file that may be imported again. */
  readonly sha256: string | null
  /** The newest audit record of the preview that the author has seen; undefined overwrites all later changes. */
  readonly since?: number | undefined
  readonly equal?: EqualRows
  /** undefined: the setting `import_notify` decides. */
  readonly notify?: ImportNotify | undefined
}

/** Lets business days begin at the time of the settings, from the next day on which that is possible. */
export interface StartDays {
  readonly _tag: "StartDays"
}

/** Everything that changes days, as data. */
export interface Commands {
  readonly Settle: Settle
  readonly Remind: Remind
  readonly Report: Report
  readonly Correct: Correct
  readonly Withdraw: Withdraw
  readonly Mark: Mark
  readonly Undo: Undo
  readonly Import: Import
  readonly Offer: Offer
  readonly Feed: Feed
  readonly SetGoal: SetGoal
  readonly StartDays: StartDays
}
export type Tag = keyof Commands
export type Command = Commands[Tag]

/** How an answer was used, and the day afterwards. */
export interface OfferResult {
  /**
   * `so_far`: it is the running amount. `final`: it is the figure. `unchanged`: it equals the figure. The day does not change if it
   * is `closed`, if a person has `withdrawn` its figure after the cutoff, or if another figure is `kept`.
   */
  readonly outcome: "so_far" | "final" | "unchanged" | "closed" | "withdrawn" | "kept"
  readonly current: Standing
}

/** How a pushed amount was used. */
export interface FeedResult {
  readonly date: LocalDate
  readonly change: "so_far" | "final" | "unchanged"
  readonly before: Standing
  readonly after: Standing
}

/** The goals of a month that people set, before and after the command; null for none. */
export interface GoalChange {
  readonly month: Month
  readonly before: Cents | null
  readonly after: Cents | null
}

export interface Results {
  readonly Settle: Settlement.DayDecision
  /** Whether the command created a reminder. */
  readonly Remind: boolean
  readonly Report: ReportResult
  readonly Correct: DayChange
  readonly Withdraw: DayChange
  readonly Mark: DayChange
  readonly Undo: DayChange
  /** For a file that was imported before, every count is 0. */
  readonly Import: ImportSummary
  readonly Offer: OfferResult
  readonly Feed: FeedResult
  readonly SetGoal: GoalChange
  /** Whether this is a change. */
  readonly StartDays: boolean
}

export interface Refusals {
  readonly Settle: never
  readonly Remind: never
  readonly Report: never
  readonly Correct: DateInFuture | NotForEntry | ChangedMeanwhile | TooManyChanges | KeyReused
  readonly Withdraw: NoRecord | NotForEntry | ChangedMeanwhile | KeyReused
  readonly Mark: DateInFuture | HasRecord | NotForEntry | ChangedMeanwhile | TooManyChanges | KeyReused
  readonly Undo: NoChange | NotForEntry | ChangedMeanwhile | CutoffPassed | TooManyChanges | KeyReused
  readonly Import: ChangedMeanwhile
  readonly Offer: never
  readonly Feed: DateInFuture | DayClosed | NotOpen | AlreadyFinal
  readonly SetGoal: MonthTooFar
  readonly StartDays: never
}

/** Why a command's own rule refuses it. The rules about repeated requests and about too many requests are applied before that rule. */
export type RefusalOf<T extends Tag> = Exclude<Refusals[T], KeyReused | TooManyChanges>
