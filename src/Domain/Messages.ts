import type { Cents } from "./Amount.ts"
import type { Announcement, DayAnnouncement, DayKind, DayNotice, DayReminder, DayStory, DayUndoing, RepeatReason } from "./Announcement.ts"
import { type ChainHead, chainStart, formatShortHead } from "./Audit.ts"
import type { Cutoff } from "./Calendar.ts"
import type { CentsRange } from "./Generator.ts"
import type { ImportNotify } from "./ImportPlan.ts"
import { addDays, datesBetween, isoWeekday, lastOfMonth, type LocalDate } from "./LocalDate.ts"
import { type FigurePosting, isOfMark, type Posting, settlementActor, type Undoing, type Withdrawal } from "./Posting.ts"
import type { ReportTimes } from "./ReportTimes.ts"
import { formatTime } from "./TimeOfDay.ts"
import { type Recipient, recipientsOf } from "./Topic.ts"
import { type DayMark, figureOf, type Turnover, type Weekdays } from "./Turnover.ts"

/** The kind of change that a person's amount makes to a day. */
export const correctionKind = (before: Cents | null, after: Cents): "entered" | "corrected" | "confirmed" =>
  before === null ? "entered" : before === after ? "confirmed" : "corrected"

const dayKind = ({ action, before, day }: FigurePosting): DayKind => {
  switch (action) {
    case "generate":
      return "daily"
    case "finalize":
      return "finalized"
    case "import":
      return "imported"
    case "correct":
    case "feed":
      return correctionKind(before, day.cents)
  }
}

const announce = (posting: FigurePosting): DayAnnouncement => ({
  kind: dayKind(posting),
  date: posting.day.date,
  cents: posting.day.cents,
  source: posting.day.source,
  before: posting.before,
  reason: posting.reason,
  actor: posting.actor
})

const noticeOf = ({ actor, day, reason }: Withdrawal): DayNotice => ({
  kind: "withdrawn",
  date: day.date,
  before: day.cents,
  reason,
  actor
})

const undone = ({ actor, after, before, closed, mark, reason }: Undoing): DayUndoing => ({
  kind: "undone",
  date: mark.date,
  cents: figureOf(after)?.cents ?? null,
  source: figureOf(after)?.source ?? null,
  before: figureOf(before)?.cents ?? null,
  reason,
  actor,
  ...(closed ? { closed } : {})
})

/** The settlement's message about a final day: the first one after the cutoff is `daily`, a later one `repeat`. */
export const settled = (day: Turnover, kind: "daily" | "repeat", again: RepeatReason): DayAnnouncement => ({
  kind,
  ...(kind === "repeat" ? { again } : {}),
  date: day.date,
  cents: day.cents,
  source: day.source,
  before: null,
  reason: "",
  actor: settlementActor
})

export const closedDay = ({ date, note }: DayMark): DayNotice => ({
  kind: "closed",
  date,
  before: null,
  reason: note,
  actor: settlementActor
})

/** The settlement's message about a day that has no figure and for which none is generated. */
export const awaitedDay = (date: LocalDate): DayNotice => ({
  kind: "awaited",
  date,
  before: null,
  reason: "",
  actor: settlementActor
})

export const reminder = (date: LocalDate, cutoff: Cutoff, cutoffAt: number, range: CentsRange | null): DayReminder => ({
  kind: "reminder",
  date,
  cutoff: formatTime(cutoff),
  cutoffAt,
  range
})

/**
 * A test message. An amount that differs from the stored one has no source.
 * @param asked the amount and reason to state; without an amount, the stored one, or 0
 */
export const testing = (
  asked: { readonly date: LocalDate; readonly cents: Cents | undefined; readonly reason: string; readonly actor: string },
  stored: Turnover | undefined
): DayAnnouncement => {
  const { actor, cents = stored?.cents ?? (0 as Cents), date, reason } = asked
  const source = stored?.cents === cents ? stored.source : null
  return { kind: "test", date, cents, source, before: null, reason, actor }
}

/** Neither a running amount nor its end without a figure is announced. */
const isOfSoFar = (posting: Posting): boolean => {
  if (posting.action === "undo") {
    const { after, before } = posting
    return figureOf(before) === undefined && figureOf(after) === undefined && (before ?? after) !== undefined
  }
  return "day" in posting && posting.day.soFar !== undefined
}

const digest = (imported: ReadonlyArray<FigurePosting>): ReadonlyArray<Announcement> => {
  const first = imported[0]
  const last = imported.at(-1)
  if (first === undefined || last === undefined) return []
  return [{
    kind: "digest",
    days: imported.length,
    first: first.day.date,
    last: last.day.date,
    totalCents: imported.reduce((sum, { day }) => sum + day.cents, 0),
    actor: first.actor
  }]
}

/** The messages about postings, in order. Imported rows have a message each, one for all, or none; marks have none. */
export const announcements = (
  postings: ReadonlyArray<Posting>,
  importNotify: ImportNotify
): ReadonlyArray<Announcement> => {
  const imported: Array<FigurePosting> = []
  const messages: Array<Announcement> = []
  for (const posting of postings) {
    if (isOfSoFar(posting)) continue
    if (posting.action === "withdraw") messages.push(noticeOf(posting))
    else if (posting.action === "undo") {
      if (!isOfMark(posting)) messages.push(undone(posting))
    } else if (posting.action === "import" && importNotify !== "per_row") imported.push(posting)
    else if ("before" in posting) messages.push(announce(posting))
  }
  return importNotify === "digest" ? [...messages, ...digest(imported)] : messages
}

/** The message about a till's figure. After the cutoff it settles the day. */
export const fed = (messages: ReadonlyArray<Announcement>, isSettled: boolean): ReadonlyArray<Announcement> =>
  messages.map((message) => message.kind === "entered" ? { ...message, reason: "", ...(isSettled ? { kind: "daily" } : {}) } : message)

/** The messages about a person's entry, with the day's note, which is typed together with the amount. */
export const noted = (messages: ReadonlyArray<Announcement>, { date, note }: DayMark): ReadonlyArray<Announcement> =>
  note === ""
    ? messages
    : messages.map((message) => "cents" in message && message.kind !== "undone" && message.date === date ? { ...message, note } : message)

const isOfSettlement = (message: Announcement): message is DayAnnouncement =>
  message.kind === "daily" || message.kind === "finalized" || message.kind === "repeat"

/** The settlement's messages about `date`, with the story of that day. */
export const told = (messages: ReadonlyArray<Announcement>, date: LocalDate, story: () => DayStory): ReadonlyArray<Announcement> =>
  messages.map((message) => isOfSettlement(message) && message.date === date ? { ...message, story: story() } : message)

/** The settings that decide which message has the head of the audit. */
interface Anchoring {
  readonly reports: ReportTimes
  readonly recipients: ReadonlyArray<Recipient>
  readonly closedWeekdays: Weekdays
}

const areReported = ({ recipients, reports: { monthly, weekly } }: Anchoring): boolean =>
  (monthly !== null || weekly !== null) && recipientsOf("report", recipients).length > 0

/** Whether the shop's week closes each later day of the month. */
const endsMonth = (date: LocalDate, { closedWeekdays }: Anchoring): boolean =>
  datesBetween(addDays(date, 1), lastOfMonth(date)).every((later) => closedWeekdays.has(isoWeekday(later)))

/**
 * Reports, or without them the settlement's messages about the last day of a month, with the head of the audit's chain. A person who
 * can change the database cannot change the group's chat (rule 7.20).
 */
export const anchored = (messages: ReadonlyArray<Announcement>, head: ChainHead, settings: Anchoring): ReadonlyArray<Announcement> =>
  head.id === chainStart.id
    ? messages
    : messages.map((message) =>
      message.kind === "report" || isOfSettlement(message) && endsMonth(message.date, settings) && !areReported(settings)
        ? { ...message, head: formatShortHead(head) }
        : message
    )
