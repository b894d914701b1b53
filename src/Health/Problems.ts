import type { BackupFailure, BackupStatus } from "../Backup.ts"
import { type Problem, problem, type UnavailableReason, unavailableReasons } from "../Codes/HealthProblem.ts"
import type { ShopConfig } from "../Config/ShopConfig.ts"
import { reportedFrom } from "../Database/Postgres/ClockAhead.ts"
import { momentOf } from "../Domain/Calendar.ts"
import * as DayBook from "../Domain/DayBook.ts"
import { heldUpMillis } from "../Domain/Lateness.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { isSilent, type Pushed, pushedToday } from "../Domain/SoFar.ts"
import { counted, spanned } from "../Domain/Text.ts"
import type { AutoImportOutcome } from "../Import/AutoImport.ts"
import { hasLines, type LineReport, type NotifierStatus } from "../Notifier.ts"
import type { LineStatus } from "../Outbox.ts"
import type { SchedulerStatus } from "../Scheduler.ts"
import type { SourceStatus } from "../Scheduler/Asking.ts"
import { type DaysState, inFuture, isClockWrong, problemsOfDays } from "./Days.ts"

/** Everything in which the problems of a service are found, gathered once for health, the alarm and the metrics. */
export interface ShopState extends DaysState {
  readonly settings: ShopConfig
  readonly database: { readonly ok: boolean; readonly kind: string; readonly latencyMillis: number | null }
  /** Whether a server holds a COMMIT back until a synchronous standby has it. */
  readonly isCommitWaiting: boolean
  /** By how many milliseconds this machine's clock was ahead of the database server's. */
  readonly clockAhead: number
  /** Why nothing can be stored, and for how many milliseconds. */
  readonly trouble: { readonly reason: UnavailableReason; readonly millis: number } | null
  readonly scheduler: SchedulerStatus
  /** null while the database does not respond. */
  readonly notifications: NotifierStatus | null
  /** For how many milliseconds messages could not be read or marked. */
  readonly sendingFailsMillis: number
  readonly source: SourceStatus
  readonly autoImport: AutoImportOutcome
  readonly backup: BackupStatus
}

/** The part of the state in which the problems are. Where the service does not run, `turnover doctor` has it from the database. */
type Judged =
  & Omit<ShopState, "backup" | "database" | "scheduler" | "source">
  & { readonly backup: Pick<BackupStatus, "failure" | "futureDays"> }
  & { readonly scheduler: Pick<SchedulerStatus, "lastResult" | "ok"> }
  & { readonly source: Pick<SourceStatus, "lastFault"> }

const commitsWait = problem("commits_wait",
  "The database's server waits for a synchronous standby with each commit, so changes are refused, and one that was refused may be stored later",
  "start the standby, or clear synchronous_standby_names")

/** The difference that was found when this process began to serve. Nothing is compared later. */
const clockApart = (ahead: number): ReadonlyArray<Problem> => {
  if (Math.abs(ahead) < reportedFrom) return []
  const seconds = Math.round(Math.abs(ahead) / 1_000)
  const [code, side] = ahead > 0 ? ["clock_ahead", "ahead of"] as const : ["clock_behind", "behind"] as const
  return [
    problem(code, `The clock of this machine was ${seconds} s ${side} the database server's when this process began to serve`,
      "set both by NTP, then restart it", { seconds })
  ]
}

const messagesFailed = (count: number): ReadonlyArray<Problem> =>
  count === 0
    ? []
    : [problem("messages_failed", `${counted(count, "message")} could not be delivered`, "see the reasons on the admin page", { count })]

/** Messages for a chat that a reload has removed are not sent until a person decides about them. */
const chatRemoved = ({ failed, name, pending }: LineReport): Problem => {
  const count = pending + failed
  const unsent = `${counted(count, "message")} for it ${count === 1 ? "was" : "were"} not sent`
  return problem("chat_removed", `The chat ${name} is no longer in the settings, and ${unsent}`, "send them to another chat, or drop them",
    { chat: name, count })
}

const messagesWait = ({ lastDeliveredAt, oldestPendingAt, pending }: LineStatus, now: number): ReadonlyArray<Problem> => {
  const minutes = Math.floor(heldUpMillis(oldestPendingAt, lastDeliveredAt, now) / 60_000)
  const waits = pending === 1 ? "1 message waits" : `${pending} messages wait`
  return minutes === 0 ? [] : [
    problem("messages_wait", `${waits}, and none was delivered for ${spanned(minutes)}`,
      "the attempts on the admin page, or the log of the process that sends, say why", { count: pending, minutes })
  ]
}

/** If there are several chats, each is judged by its own messages: a chat that delivers shows nothing about another. */
const chatsWait = (lines: ReadonlyArray<LineReport>, now: number): ReadonlyArray<Problem> =>
  lines.flatMap((line) => {
    if (!line.isSet) return [chatRemoved(line)]
    return messagesWait(line, now).map((waits) =>
      hasLines(lines)
        ? problem("chat_waits", `${line.name}: ${waits.sentence}`, waits.remedy, { chat: line.name, ...waits.params })
        : waits
    )
  })

type LastFault = NonNullable<SourceStatus["lastFault"]>

/** Before the first sale of a day there is nothing to count, which is not a fault of the source. */
const isQuiet = ({ code, question: { purpose } }: LastFault): boolean => purpose === "so_far" && code === "not_now"

/** Whether the question's day needs no answer: a person has set its figure, or the shop is closed. */
const isSettled = ({ question: { date, purpose } }: LastFault, book: DayBook.DayBook): boolean =>
  purpose === "figure" && (DayBook.finalOn(book, date) !== undefined || DayBook.isClosed(book, date))

/**
 * The source's own texts are not shown here, because they may contain file names or parts of an answer. They are in the log, and in
 * the trial that a manager makes.
 */
const sourceFault = ({ book, source: { lastFault } }: Judged): ReadonlyArray<Problem> => {
  if (lastFault === null || isQuiet(lastFault) || isSettled(lastFault, book)) return []
  const { date } = lastFault.question
  return [
    problem("source_fault", `The source was asked for ${date} and has no figure`,
      "`turnover source try`, or the trial on the admin page, says why", { date })
  ]
}

/** The till that has pushed today before the cutoff, and whether it has been silent for longer than the settings allow. */
export const feedOf = (
  { book, calendar, now, settings }: Judged
): Pushed & { readonly isSilent: boolean } | undefined => {
  const pushed = pushedToday(book, momentOf(now, calendar))
  return pushed && { ...pushed, isSilent: isSilent(pushed, settings.feedSilenceMinutes) }
}

const feedSilent = (state: Judged): ReadonlyArray<Problem> => {
  const feed = feedOf(state)
  if (feed?.isSilent !== true) return []
  const { by, minutes } = feed
  return [problem("feed_silent", `${by} has pushed nothing for ${spanned(minutes)}`, "check the till and its connection", { by, minutes })]
}

const backupFailures: Readonly<Record<BackupFailure, string>> = {
  folder: "the folder backup_dir cannot be used",
  copy: "no verified copy was made"
}

const backupInFuture = (dates: ReadonlyArray<LocalDate>): ReadonlyArray<Problem> => {
  const future = inFuture(dates, "daily backup")
  return future === undefined ? [] : [
    problem("backup_in_future", future.said, "check the clock, and move each such file out of backup_dir", future.params)
  ]
}

const failingNoticed = 10_000

/** Why messages wait although the bot may be working. */
const sendingFails = (millis: number): ReadonlyArray<Problem> => {
  if (millis <= failingNoticed) return []
  const seconds = Math.round(millis / 1_000)
  return [
    problem("sending_fails", `The service has failed to read or mark messages for ${seconds} s, so none is sent`,
      "the log and `turnover doctor` say why", { seconds })
  ]
}

/** Every problem of a service, those that put it out of service first. Health, the alarm, the metrics and the pages show what is here. */
export const problemsOf = (state: Judged): ReadonlyArray<Problem> => {
  const { autoImport, backup, isCommitWaiting, notifications, scheduler, trouble } = state
  const down = "down"
  return [
    ...(notifications === null && !isCommitWaiting ? [problem("database_silent", "The database does not answer.", null, {}, down)] : []),
    ...(scheduler.ok ? [] : [problem("scheduler_stopped", "The scheduler has stopped reading the clock.", null, {}, down)]),
    ...(isCommitWaiting ? [commitsWait] : []),
    ...clockApart(state.clockAhead),
    ...(trouble === null || notifications === null
      ? []
      : [problem(`writes_${trouble.reason}`, `No change can be stored: ${unavailableReasons[trouble.reason]}.`)]),
    ...messagesFailed(notifications?.failed ?? 0),
    ...chatsWait(notifications?.lines ?? [], state.now.epochMillis),
    ...(scheduler.lastResult === "failed"
      ? [problem("settlement_failed", "The last settlement failed; it is tried again within a minute.")]
      : []),
    ...problemsOfDays(state),
    ...sourceFault(state),
    ...feedSilent(state),
    ...(autoImport?.ok === false
      ? [problem(autoImport.code, `The import at start failed: ${autoImport.detail}`, null, autoImport.params)]
      : []),
    ...(backup.failure === null ? [] : [
      problem(`backup_${backup.failure}`,
        `The daily backup failed: ${backupFailures[backup.failure]}. It is tried again in 10 minutes; the log says why.`)
    ]),
    // A fault that prevents every change also prevents updates of messages.
    ...sendingFails(trouble === null ? state.sendingFailsMillis : 0),
    ...(isClockWrong(state) ? [] : backupInFuture(backup.futureDays))
  ]
}
