import { Data, Schema } from "effect"
import { alarmWords } from "../../words/chat/Alarm.ts"
import { speechIn, type Values, wordingIn } from "../Chat/Message/Phrases.ts"
import { defused, oneLine } from "../Chat/PlainText.ts"
import type { UnavailableReason } from "../Codes/HealthProblem.ts"
import { type AmountSource, isAsked, patienceMinutes, withoutFigure } from "../Config/AmountSource.ts"
import type { Cutoff } from "../Domain/Calendar.ts"
import * as DayBook from "../Domain/DayBook.ts"
import type { Language } from "../Domain/Language.ts"
import { LocalDate } from "../Domain/LocalDate.ts"
import { spanOf } from "../Domain/Span.ts"
import { formatTime } from "../Domain/TimeOfDay.ts"
import { overdueAfter } from "../Health/Days.ts"
import { feedOf, type ShopState } from "../Health/Problems.ts"
import { hasLines } from "../Notifier.ts"

/** The incidents that were reported and are not over. */
export const Incidents = Schema.Struct({
  /** The day that was reported as unsettled. */
  unsettled: Schema.NullOr(LocalDate),
  /** How many failed messages were reported; 0 for none. */
  failed: Schema.Number,
  /** When the failed messages were reported; milliseconds since 1970. The stored key is an older name. */
  failedReportedAt: Schema.Number.pipe(Schema.propertySignature, Schema.fromKey("failedToldAt")),
  /** Whether it was reported that nothing can be stored. Absent in states that earlier versions stored. */
  unwritable: Schema.optionalWith(Schema.Boolean, { default: () => false }),
  /** The day whose till was reported as silent. */
  silent: Schema.optionalWith(Schema.NullOr(LocalDate), { default: () => null })
})
export type Incidents = typeof Incidents.Type

export const noIncidents: Incidents = { unsettled: null, failed: 0, failedReportedAt: 0, unwritable: false, silent: null }

interface FailedIn {
  readonly name: string
  readonly failed: number
}

export type Notice = Data.TaggedEnum<{
  Unsettled: { readonly date: LocalDate }
  Settled: { readonly date: LocalDate }
  MessagesFailed: { readonly count: number; readonly chats: ReadonlyArray<FailedIn> }
  MessagesRecovered: {}
  Unwritable: { readonly reason: UnavailableReason }
  Writable: {}
  FeedSilent: { readonly by: string; readonly minutes: number }
  FeedSpeaks: { readonly by: string }
}>
export const Notice = Data.taggedEnum<Notice>()

/** The present state, which the alarm compares with the reported incidents. */
export interface Observed {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The day that is not final although its minutes of grace are over. */
  readonly overdue: LocalDate | undefined
  /** Failed messages in the outbox. */
  readonly failed: number
  /** The chats with failed messages, in a shop with several chats. */
  readonly failedIn?: ReadonlyArray<FailedIn>
  /** Why nothing can be stored; undefined if storing works, or worked a moment ago. */
  readonly unwritable: UnavailableReason | undefined
  /** The till that has pushed today before the cutoff, and whether it has been silent for too long; undefined if none has. */
  readonly feed: ReturnType<typeof feedOf>
}

/** A fault that ends sooner is only in the log and in health. */
const unwritableMillis = 60_000

/** What of the state of the service is an incident. While the database does not answer, no message counts as newly failed or sent. */
export const observedIn = (state: ShopState, { failed }: Incidents): Observed => {
  const { notifications, now, settings, trouble } = state
  const lines = notifications?.lines ?? []
  return {
    now: now.epochMillis,
    overdue: overdueAfter(state, settings.alertAfterMinutes)?.date,
    feed: feedOf(state),
    failed: notifications?.failed ?? failed,
    failedIn: hasLines(lines) ? lines.filter((line) => line.failed > 0) : [],
    unwritable: trouble !== null && trouble.millis >= unwritableMillis ? trouble.reason : undefined
  }
}

/** How long after a report further failed messages are reported: an import may fail row by row, a broken bot day by day. */
const quietMillis = 3_600_000

interface NextNotice {
  /** undefined if there is nothing to send. */
  readonly notice: Notice | undefined
  readonly after: Incidents
}

const isQuiet = ({ failedReportedAt }: Incidents, now: number): boolean => now >= failedReportedAt && now - failedReportedAt < quietMillis

/** The next notice; undefined if there is none. Each incident is reported once when it begins and once when it is over. */
export const nextNotice = (
  before: Incidents,
  { failed, failedIn = [], feed, now, overdue, unwritable }: Observed
): NextNotice | undefined => {
  if (unwritable !== undefined && !before.unwritable) {
    return { notice: Notice.Unwritable({ reason: unwritable }), after: { ...before, unwritable: true } }
  }
  if (unwritable === undefined && before.unwritable) return { notice: Notice.Writable(), after: { ...before, unwritable: false } }
  if (overdue !== undefined && overdue !== before.unsettled) {
    return { notice: Notice.Unsettled({ date: overdue }), after: { ...before, unsettled: overdue } }
  }
  if (overdue === undefined && before.unsettled !== null) {
    return { notice: Notice.Settled({ date: before.unsettled }), after: { ...before, unsettled: null } }
  }
  if (feed?.isSilent === true && before.silent !== feed.date) {
    return { notice: Notice.FeedSilent({ by: feed.by, minutes: feed.minutes }), after: { ...before, silent: feed.date } }
  }
  // The cutoff ends this incident without a notice: from then on, the day itself is reported if it stays open.
  if (feed?.isSilent !== true && before.silent !== null) {
    return { notice: feed === undefined ? undefined : Notice.FeedSpeaks({ by: feed.by }), after: { ...before, silent: null } }
  }
  if (failed > before.failed) {
    return before.failed > 0 && isQuiet(before, now)
      ? undefined
      : { notice: Notice.MessagesFailed({ count: failed, chats: failedIn }), after: { ...before, failed, failedReportedAt: now } }
  }
  if (failed < before.failed) {
    return { notice: failed === 0 ? Notice.MessagesRecovered() : undefined, after: { ...before, failed } }
  }
  return undefined
}

interface NoticeContext {
  readonly shopName: string
  readonly language: Language
  readonly cutoff: Cutoff
  readonly alertAfterMinutes: number
  readonly amountSource: AmountSource
  readonly book: DayBook.DayBook
  /** A word that the bot requires; empty if it requires none. */
  readonly keyword: string
}

/** What the person on duty reads: a title, and a sentence with what to do. */
export const noticeText = (notice: Notice, context: NoticeContext): string => {
  const { alertAfterMinutes, amountSource, book, cutoff, keyword, language, shopName } = context
  const { counted, say } = speechIn(alarmWords, language)
  const { dated, name } = wordingIn(language)
  const alarm = (key: keyof typeof alarmWords, values?: Values) => ["heading.alarm", say(key, values)] as const
  const span = (minutes: number): string => {
    const { n, unit } = spanOf(minutes)
    return counted(`span.${unit}`, n)
  }
  const over = (key: keyof typeof alarmWords, values?: Values) => ["heading.over", say(key, values)] as const
  const [heading, sentence] = Notice.$match(notice, {
    Unsettled: ({ date }) =>
      alarm(withoutFigure(amountSource) === "generate" ? "unsettled" : isAsked(amountSource) ? "awaited.asked" : "awaited", {
        day: dated(date),
        cutoff: formatTime(cutoff),
        span: span(patienceMinutes(amountSource) + alertAfterMinutes)
      }),
    Settled: ({ date }) => over(DayBook.finalOn(book, date) === undefined ? "settled.other" : "settled", { day: dated(date) }),
    FeedSilent: ({ by, minutes }) => alarm("silent", { by: name(by), span: span(minutes) }),
    FeedSpeaks: ({ by }) => over("speaks", { by: name(by) }),
    MessagesFailed: ({ chats, count }) => {
      const where = chats.map((chat) => say("failed.in", { chat: defused(chat.name), count: chat.failed })).join(say("failed.and"))
      return [
        "heading.alarm",
        where === "" ? counted("failed", count) : `${counted("failed", count)}${say("failed.where", { where })}`
      ] as const
    },
    MessagesRecovered: () => over("failed.over"),
    Unwritable: ({ reason }) => alarm("unwritable", { why: say(`unwritable.${reason}`) }),
    Writable: () => over("writable")
  })
  const word = oneLine(keyword)
  const title = say(heading, { shop: defused(shopName) })
  return `${title.includes(word) ? title : `${title} · ${word}`}\n${sentence}`
}
