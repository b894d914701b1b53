import type { Cents } from "./Amount.ts"
import type { Moment } from "./Calendar.ts"
import type { DayChange, Standing } from "./DayChange.ts"
import type { ImportNotify, ImportRow, ImportSummary } from "./ImportPlan.ts"
import type { LocalDate } from "./LocalDate.ts"
import type { Month } from "./Month.ts"
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
  SettingsReplaced,
  TooManyChanges
} from "./Refusal.ts"
import type { DueReport } from "./ReportTimes.ts"
import type * as Settlement from "./Settlement.ts"
import { askedActor, type Source } from "./Turnover.ts"

export interface Who {
  /** The holder of a token or session; null for the service itself and the command line, which no role restricts. */
  readonly person: Requester | null
  /** The name that audit and messages show. */
  readonly actor: string
}

/** An author without a token: the command line, or the import at start. */
interface Named extends Who {
  readonly person: null
}
export const named = (actor: string): Named => ({ person: null, actor })

/** The refusal of every command whose author may have lost the right to it. */
export type Lost<W extends Who> = W extends Named ? never : RightLost

/** The daily job. */
export const theService = named(settlementActor)

/** The source of the settings, which was asked. */
export const theSource = named(askedActor)

/** The token that gives a command, if its role is `entry`; null for every other role, and without a token. */
export const entryTokenOf = ({ person }: Who): number | null => person?.role === "entry" ? person.token : null

/** A person's request. Each idempotency key has its effect once. */
interface Repeatable {
  readonly key?: string | undefined
}

/** A figure that a client has seen; null for a day without one. */
export type Expected = { readonly cents: Cents; readonly source: Source } | null

/** A person's request about one day. */
interface OfDay extends Repeatable {
  readonly date: LocalDate
  /** The figure that the day must have, or the command is refused; undefined accepts any figure. */
  readonly expected?: Expected | undefined
}

/** What is due by the settings. */
export interface Due {
  /** The number of the reload that these settings came from, which must be the newest; undefined accepts any settings. */
  readonly reload?: number | undefined
}

/** Runs the daily job as of `moment`: settles that day if its cutoff is past, and makes every earlier open day final. */
export interface Settle extends Due {
  readonly _tag: "Settle"
  readonly trigger: Settlement.Trigger
  readonly moment: Moment
  /** The run's name. Of the runs with the same name, in any process, only one has an effect. */
  readonly id: string | null
  /** Whether the source was asked for that day's figure in vain, until patience was over. */
  readonly unanswered?: boolean
}

/** Reminds the group of the amount of `moment`'s day, once, if the day awaits it. */
export interface Remind extends Due {
  readonly _tag: "Remind"
  readonly moment: Moment
}

/** Sends the group the report of a week or a month, once. */
export interface Report extends Due {
  readonly _tag: "Report"
  readonly due: DueReport
}

/** What became of a due report. `left_out`: its time was more than a day ago. `nothing_to_tell`: the shop had no record yet. */
export type ReportResult = "queued" | "sent_before" | "left_out" | "nothing_to_tell"

/** Offers a day what the source of the settings has answered. The result says what became of it; the same answer twice counts once. */
export interface Offer extends Due {
  readonly _tag: "Offer"
  readonly date: LocalDate
  readonly cents: Cents
  /** How many items were added, and the SHA-256 of the answer: for the audit. */
  readonly items: number
  readonly sha256: string
  /** Why it was asked: for the amount so far, for the day's figure once its cutoff was past, or again the day after. */
  readonly asked: "so_far" | "figure" | "recheck"
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

/** Sets the goal of a month; null clears it, and that of the settings counts again. */
export interface SetGoal {
  readonly _tag: "SetGoal"
  readonly month: Month
  readonly goal: Cents | null
}

/** Imports all rows or none; each date at most once. */
export interface Import {
  readonly _tag: "Import"
  readonly rows: ReadonlyArray<ImportRow>
  /** SHA-256 of a file that is imported only once, by one process; null for a file that may be imported again. */
  readonly sha256: string | null
  /** The newest audit record of the preview that the author has seen; undefined overwrites all later changes. */
  readonly since?: number | undefined
  /** undefined: as `import_notify` says. */
  readonly notify?: ImportNotify | undefined
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
}
export type Tag = keyof Commands
export type Command = Commands[Tag]

/** What became of an answer, and the day after it. */
export interface OfferResult {
  /**
   * `so_far`: it is the running amount. `final`: it is the figure. `corrected`, `confirmed`: the check of the day after has replaced a
   * figure. `unchanged`: it is the figure already. The day stays as it is where it is `closed`, where a person has `withdrawn` its figure
   * after the cutoff, and where another figure is `kept`.
   */
  readonly outcome: "so_far" | "final" | "corrected" | "confirmed" | "unchanged" | "closed" | "withdrawn" | "kept"
  readonly current: Standing
}

/** What became of a pushed amount. */
export interface FeedResult {
  readonly date: LocalDate
  readonly change: "so_far" | "final" | "unchanged"
  readonly before: Standing
  readonly after: Standing
}

/** The goal of a month that people had set before, and have set now; null for none. */
export interface GoalChange {
  readonly month: Month
  readonly before: Cents | null
  readonly after: Cents | null
}

export interface Results {
  readonly Settle: Settlement.Decision
  /** Whether there is a new reminder. */
  readonly Remind: boolean
  readonly Report: ReportResult
  readonly Correct: DayChange
  readonly Withdraw: DayChange
  readonly Mark: DayChange
  readonly Undo: DayChange
  /** No row counts of a file that was imported before. */
  readonly Import: ImportSummary
  readonly Offer: OfferResult
  readonly Feed: FeedResult
  readonly SetGoal: GoalChange
}

export interface Refusals {
  readonly Settle: SettingsReplaced
  readonly Remind: SettingsReplaced
  readonly Report: SettingsReplaced
  readonly Correct: DateInFuture | NotForEntry | ChangedMeanwhile | TooManyChanges | KeyReused
  readonly Withdraw: NoRecord | NotForEntry | ChangedMeanwhile | KeyReused
  readonly Mark: DateInFuture | HasRecord | NotForEntry | ChangedMeanwhile | TooManyChanges | KeyReused
  readonly Undo: NoChange | NotForEntry | ChangedMeanwhile | CutoffPassed | TooManyChanges | KeyReused
  readonly Import: ChangedMeanwhile
  readonly Offer: SettingsReplaced
  readonly Feed: DateInFuture | DayClosed | NotOpen | AlreadyFinal
  readonly SetGoal: MonthTooFar
}

/** Why a command is refused by its own rule. The rules for repeated and for too many requests are applied around it. */
export type RefusalOf<T extends Tag> = Exclude<Refusals[T], KeyReused | TooManyChanges>
