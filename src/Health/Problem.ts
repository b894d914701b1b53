import type { BackupFailure } from "../Backup.ts"
import type { HealthParams, HealthProblemCode } from "../Codes/HealthProblem.ts"
import { reportedFrom } from "../Database/Postgres/ClockAhead.ts"
import { counted } from "../Domain/Counted.ts"
import * as DayBook from "../Domain/DayBook.ts"
import { type AwaitedDay, heldUpMillis } from "../Domain/Lateness.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { isSilent, type Pushed } from "../Domain/SoFar.ts"
import type { Turnover } from "../Domain/Turnover.ts"
import { hasLines, type LineReport } from "../Notifier/LineReport.ts"
import type { LineStatus } from "../Outbox.ts"
import type { SourceStatus } from "../Scheduler/Asking.ts"

/** A problem, for a person to solve: a stable code with its parameters, and a sentence. */
export interface HealthProblem {
  readonly code: HealthProblemCode
  readonly params: HealthParams
  readonly message: string
}

export const problem = (code: HealthProblemCode, message: string, params: HealthParams = {}): HealthProblem => ({
  code,
  params,
  message
})

const thereAre = (count: number, noun: string): string => `${counted(count, noun)} ${count === 1 ? "is" : "are"}`

/** A stored day in the future means that the clock is behind now, or was ahead. No amount is generated until this is resolved. */
export const clockWasAhead = (days: ReadonlyArray<Turnover>, backups: ReadonlyArray<LocalDate>): ReadonlyArray<HealthProblem> => {
  const [day] = days
  const [backup] = backups
  return [
    ...(day === undefined
      ? []
      : [problem(
        "days_in_future",
        `${
          thereAre(days.length, "day")
        } dated in the future, the first ${day.date}, so no amount is generated: set the clock if it is behind, or withdraw each such day.`,
        { count: days.length, first: day.date }
      )]),
    ...(backup === undefined
      ? []
      : [problem(
        "backup_in_future",
        `${
          thereAre(backups.length, "daily backup")
        } dated in the future, the first ${backup}: check the clock, and move each such file out of backup_dir.`,
        { count: backups.length, first: backup }
      )])
  ]
}

const failingNoticed = 10_000
/** Days whose amount is not generated and that no person has entered. A day whose source is still being asked is no problem yet. */
export const awaitingFigures = (awaiting: ReadonlyArray<AwaitedDay>): ReadonlyArray<HealthProblem> => {
  const [first, ...others] = awaiting.filter(({ reason }) => reason !== "asked")
  if (first === undefined) return []
  const count = others.length + 1
  const waits = count === 1 ? `${first.date} awaits its figure` : `${count} days await their figures, the first ${first.date}`
  return [
    problem("figure_awaited", `${waits}, and none is generated: enter what was counted, or mark a day without business as closed.`, {
      count,
      first: first.date
    })
  ]
}

/** A till that has pushed today and is silent for longer than the settings allow. */
export const silentTill = (pushed: Pushed | undefined, silenceMinutes: number): ReadonlyArray<HealthProblem> =>
  pushed === undefined || !isSilent(pushed, silenceMinutes)
    ? []
    : [problem("feed_silent", `${pushed.by} has pushed nothing for ${pushed.minutes} minutes: check the till and its connection.`, {
      by: pushed.by,
      minutes: pushed.minutes
    })]

/** Before the first sale of a day there is nothing to count, which is not a fault of the source. */
const isQuiet = ({ code, question: { purpose } }: NonNullable<SourceStatus["lastFault"]>): boolean =>
  purpose === "so_far" && (code === "no_items" || code === "no_row")

/** Whether the question's day needs no answer any more: a person has set its figure, or it needs none. */
const isSettled = ({ question: { date, purpose } }: NonNullable<SourceStatus["lastFault"]>, book: DayBook.DayBook): boolean =>
  purpose === "figure" && (DayBook.finalOn(book, date) !== undefined || DayBook.isClosed(book, date))

/**
 * The source's own texts are not shown here, because they may contain file names or parts of an answer. They are in the log, and in
 * the trial that a manager makes.
 */
export const ofSource = (
  { lastFault, rechecked }: SourceStatus,
  book: DayBook.DayBook,
  money: (cents: number) => string
): ReadonlyArray<HealthProblem> => {
  const day = rechecked === null ? undefined : DayBook.finalOn(book, rechecked.date)
  const isOther = rechecked !== null && day !== undefined && day.source !== "feed" && day.cents !== rechecked.cents
  return [
    ...(lastFault === null || isQuiet(lastFault) || isSettled(lastFault, book)
      ? []
      : [problem(
        "source_fault",
        `The source was asked for ${lastFault.question.date} and has no figure: \`turnover source try\`, or the trial on the admin page, says why.`,
        { date: lastFault.question.date }
      )]),
    ...(isOther
      ? [problem(
        "recheck_differs",
        `${rechecked.date} was entered as ${money(day.cents)}, and its source says ${
          money(rechecked.cents)
        }: correct the day if the source is right.`,
        { date: rechecked.date, entered: money(day.cents), found: money(rechecked.cents) }
      )]
      : [])
  ]
}

/** Messages for a chat that a reload has removed are not sent until a person decides about them. */
const removed = ({ failed, name, pending }: LineReport): HealthProblem => {
  const count = pending + failed
  return problem(
    "chat_removed",
    `The chat ${name} is no longer in the settings, and ${counted(count, "message")} for it ${
      count === 1 ? "was" : "were"
    } not sent: send them to another chat, or drop them.`,
    { chat: name, count }
  )
}

/** If there are several chats, each is judged by its own messages: a chat that delivers shows nothing about another. */
export const waitingIn = (lines: ReadonlyArray<LineReport>, now: number): ReadonlyArray<HealthProblem> =>
  lines.flatMap((line) => {
    if (!line.isSet) return [removed(line)]
    return waiting(line, now).map(({ message, params, ...others }) =>
      hasLines(lines) ? problem("chat_waits", `${line.name}: ${message}`, { chat: line.name, ...params }) : { ...others, message, params }
    )
  })

/** This also applies if another process sends, but cannot reach the bot or update its messages. */
export const waiting = ({ lastDeliveredAt, oldestPendingAt, pending }: LineStatus, now: number): ReadonlyArray<HealthProblem> => {
  const minutes = Math.floor(heldUpMillis(oldestPendingAt, lastDeliveredAt, now) / 60_000)
  if (minutes === 0) return []
  const waits = pending === 1 ? "1 message waits" : `${pending} messages wait`
  return [problem(
    "messages_wait",
    `${waits}, and none was delivered for ${minutes} min: the attempts on the admin page, or the log of the process that sends, say why.`,
    { count: pending, minutes }
  )]
}

/** Why messages wait although the bot may be working. */
export const notSending = (failingMillis: number): ReadonlyArray<HealthProblem> => {
  if (failingMillis <= failingNoticed) return []
  const seconds = Math.round(failingMillis / 1_000)
  return [
    problem("sending_fails",
      `The service has failed to read or mark messages for ${seconds} s, so none is sent: the log and \`turnover doctor\` say why.`, {
      seconds
    })
  ]
}

export const backupFailures: Readonly<Record<BackupFailure, HealthProblem>> = {
  folder: problem(
    "backup_folder",
    "The daily backup failed: the folder backup_dir cannot be used. It is tried again in 10 minutes; the log says why."
  ),
  copy: problem(
    "backup_copy",
    "The daily backup failed: no verified copy was made. It is tried again in 10 minutes; the log says why."
  )
}

export const commitsWait = problem("commits_wait",
  "The database's server waits for a synchronous standby with each commit, so changes are refused, and one that was refused may be stored later: start the standby, or clear synchronous_standby_names.")

/** The difference that was found when this process began to serve. Nothing is compared later. */
export const clockApart = (ahead: number): ReadonlyArray<HealthProblem> => {
  if (Math.abs(ahead) < reportedFrom) return []
  const seconds = Math.round(Math.abs(ahead) / 1_000)
  return [problem(
    ahead > 0 ? "clock_ahead" : "clock_behind",
    `The clock of this machine was ${seconds} s ${
      ahead > 0 ? "ahead of" : "behind"
    } the database server's when this process began to serve: set both by NTP, then restart it.`,
    { seconds }
  )]
}
