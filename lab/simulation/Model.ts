import { createHash } from "node:crypto"
import type { Almanac } from "./Almanac.ts"
import { announcementsOf, bare } from "./Announcements.ts"
import { hold, same } from "./Broken.ts"
import type { BotRequest } from "./Chat.ts"
import { figures } from "./Figures.ts"
import type { Announcement } from "./MessageFacts.ts"
import { announced as announcedOf } from "./model/Announced.ts"
import { book as bookOf } from "./model/Book.ts"
import { estimates as estimatesOf } from "./model/Estimates.ts"
import { hourlyChecks } from "./model/HourlyChecks.ts"
import { lines as linesOf } from "./model/Lines.ts"
import { outbox as outboxOf } from "./model/Outbox.ts"
import { postsOf } from "./model/Posts.ts"
import { records as recordsOf } from "./model/Records.ts"
import { reminders as remindersOf } from "./model/Reminders.ts"
import { reports as reportsOf } from "./model/Reports.ts"
import { runs as runsOf } from "./model/Runs.ts"
import { judgeMessage } from "./model/SentMessages.ts"
import { times as timesOf } from "./model/Times.ts"
import type { Observer } from "./Observer.ts"
import { rangeOf } from "./Ranges.ts"
import type { Settings } from "./Rules.ts"
import type { VirtualClock } from "./VirtualClock.ts"

/** The shop's rules, implemented a second time. The model reads what the service has stored, and checks it. */
export const model = (clock: VirtualClock, almanac: Almanac, observer: Observer, watch: () => number) => {
  const times = timesOf(clock, almanac, watch)
  const book = bookOf(clock, times)
  const lines = linesOf(times.settings)
  const outbox = outboxOf(clock, observer, lines)
  const announced = announcedOf(times, book, outbox, lines)
  const hourly = hourlyChecks(clock, almanac, times, book, outbox, announced)
  const runs = runsOf(clock, times, book, announced, hourly)
  const reminders = remindersOf(clock, times, book, outbox)
  const reports = reportsOf(clock, almanac, times, book)
  const estimates = estimatesOf(times)
  const records = recordsOf(clock, times, book, estimates, runs)
  const { cutoffOf, isPast, settings, today } = times
  const { days, goals, isAwaited, isCleared, isFinal, marks } = book
  const seen = {
    audits: records.audits,
    cutoffOf,
    endsAt: times.endsAt,
    days,
    estimated: estimates.judge,
    goals,
    isAwaited,
    isCleared,
    isFinal,
    isPast,
    marks,
    outbox,
    settings,
    today
  }
  const { story } = figures(seen, almanac, clock.wall)
  const trail = createHash("sha256")
  let up = false

  /** Checks the additional facts of a message, if nothing else was stored together with it. */
  const judgeTold = ({ again, date = "", kind, note, range, source, story: told }: Announcement, alone: boolean) => {
    same("only a repeat says why it is sent again", again !== undefined, kind === "repeat")
    const isOfToday = ["daily", "finalized", "repeat"].includes(kind) && date === today()
    const isOfTill = kind === "daily" && source === "feed"
    same("the settlement tells the story of its day", told !== undefined, isOfToday || isOfTill)
    if (!alone) return
    if (isOfToday) same("the story is that of the stored days", told, story())
    if (kind === "reminder") same("a reminder says what the amount would be taken from", range, rangeOn(date))
    const isOfPerson = ["entered", "corrected", "confirmed"].includes(kind)
    same("what is entered is announced with the note of its day", note, isOfPerson ? book.markOf(date).note || undefined : undefined)
  }

  /**
   * A message that is repeated because it is unconfirmed goes only to the chats without a confirmation. A first message gives no
   * reason.
   */
  const judgeChats = ({ again, date = "", kind }: Announcement, chats: ReadonlyArray<string>) => {
    const all = lines.recipientsOf(kind)
    const lacking = announced.lacking(date)
    const isToAll = JSON.stringify(chats) === JSON.stringify(all)
    const isUnconfirmed = again === "unconfirmed" || kind === "daily" && !isToAll
    same("a message goes to the chats that are sent its kind", chats, isUnconfirmed ? lacking : all)
  }

  const rangeOn = (date: string) => {
    if (settings().source === "none") return null
    const [min, max] = rangeOf(settings(), date)
    return { min, max }
  }

  /** Reads what was stored since the last call, and checks it. */
  const absorb = () => {
    if (up) hourly.notice()
    if (!observer.changed()) return
    if (up) times.begins(observer.starts())
    const rows = observer.newAudits()
    const messages = postsOf(observer.newMessages())
    const calls = announcementsOf(rows, times.settings().importNotify, {
      isRunning: book.isRunning,
      restoresRunning: book.restoresRunning,
      isPast: (date) => clock.wall() >= cutoffOf(date)
    }).filter(({ kind }) => lines.recipientsOf(kind).length > 0)
    const isCalledFor = ({ date, kind }: Announcement) =>
      kind !== "repeat" && kind !== "closed" && kind !== "awaited" && kind !== "reminder" && kind !== "report" &&
      (kind !== "daily" || calls.some((call) => call.kind === "daily" && call.date === date))
    const ownOf = (message: (typeof messages)[number]) => !isCalledFor(message.announcement)
    // A repeated push is compared with the state before these records, unless its figure is one of them.
    const isNew = (announcement: Announcement) =>
      rows.some((row) => row.date === announcement.date && row.after_cents === announcement.cents)
    const reminding = messages.map(({ announcement }): Announcement => announcement).filter(({ kind }) => kind === "reminder")
      .map((announcement) => ({ announcement, wasUnrecorded: book.isUnrecorded(announcement.date ?? "") }))
    const judge = ({ announcement, chats, created_at: at }: (typeof messages)[number]) => {
      judgeChats(announcement, chats)
      if (announcement.kind === "closed") runs.judgeClosed(announcement)
      else if (announcement.kind === "awaited") runs.judgeAwaited(announcement)
      else if (announcement.kind === "report") reports.judge(announcement, rows.length === 0)
      else if (announcement.kind !== "reminder") runs.judgeRepeat(announcement)
      announced.note(announcement, at)
    }
    messages.filter((message) => ownOf(message) && !isNew(message.announcement)).forEach(judge)
    for (const row of rows) {
      records.judge(row)
      trail.update(row.hash)
    }
    messages.filter((message) => !ownOf(message)).forEach(({ announcement, chats, created_at }) => {
      same("a message goes to the chats that are sent its kind", chats, lines.recipientsOf(announcement.kind))
      announced.note(announcement, created_at)
    })
    messages.filter((message) => ownOf(message) && isNew(message.announcement)).forEach(judge)
    reminding.forEach(({ announcement, wasUnrecorded }) => reminders.judge(announcement, wasUnrecorded))
    const settling = rows.every(({ action }) => action === "generate" || action === "finalize")
    messages.forEach(({ announcement }) => judgeTold(announcement, settling || rows.length === 1 && messages.length === 1))
    outbox.expect(calls)
    const { monthly, weekly } = times.settings().reports
    const areReported = (monthly !== null || weekly !== null) && lines.recipientsOf("report").length > 0
    messages.forEach((message) => outbox.posted(bare(message.announcement, records.audits, areReported), message.rows, !ownOf(message)))
    outbox.absorbAttempts()
    outbox.absorbDrops(reminders.mayDrop)
  }

  /** A start and a reload run the daily job, and check whether a reminder is due. */
  const begin = (trigger: "start" | "reload") => {
    reminders.begin()
    reports.begin()
    runs.begin(trigger)
  }

  return {
    days: book.days,
    marks: book.marks,
    goals: book.goals,
    isClosed: book.isClosed,
    isAwaited: book.isAwaited,
    isFinal: book.isFinal,
    restores: book.restores,
    pushed: book.pushed,
    becomesFinal: book.becomesFinal,
    isCleared: book.isCleared,
    stored: book.stored,
    audits: records.audits,
    expects: records.expects,
    undone: records.undone,
    expectsNothing: records.expectsNothing,
    outbox,
    settings: times.settings,
    today: times.today,
    isPast: times.isPast,
    cutoffOf: times.cutoffOf,
    endsAt: times.endsAt,
    estimated: estimates.judge,
    absorb,
    /** Checks that nothing has been due for too long. */
    judgeClock: () => {
      if (!up) return
      hourly.notice()
      runs.judgeTime()
      reminders.judgeTime()
      reports.judgeTime()
      hourly.judge()
      outbox.judgeTime(times.patience())
    },
    onRequest: (bot: string, request: BotRequest) => {
      absorb()
      const announcement = outbox.onRequest(bot, request, times.settings().shop)
      reminders.judgeSent(announcement)
      judgeMessage(times, book, request, announcement)
      trail.update(`${clock.real()} ${request.format} ${request.reply.meaning}`)
    },
    digest: () => trail.copy().digest("hex").slice(0, 16),
    note: (text: string) => trail.update(text),
    /** The process is about to start with these settings. */
    starts: (found: Settings) => {
      times.use(found)
      up = true
      hourly.starts()
      times.disturbed()
      outbox.hasten(clock.awake() + watch())
      outbox.disturbed()
      begin("start")
    },
    started: () => {
      hold(times.isStartKnown(), "a start reads when the days begin", times.now)
      runs.end("start")
    },
    /** The process has ended. Whether its unfinished work was stored is unknown. */
    ended: () => {
      up = false
      lines.reloaded()
      times.ended()
      runs.cancel()
      outbox.ended()
    },
    reloads: (found: Settings) => {
      lines.reloads()
      times.use(found)
      outbox.disturbed()
      outbox.hasten(clock.awake() + 1_000)
      begin("reload")
    },
    reloaded: () => {
      lines.reloaded()
      hold(times.isStartKnown(), "a reload reads when the days begin", times.now)
      runs.end("reload")
    },
    clockMoved: hourly.clockMoved,
    /** The wall clock was changed, or the machine slept. */
    disturbed: () => {
      times.disturbed()
      runs.disturbed()
      hourly.disturbed()
      outbox.disturbed()
      outbox.hasten(clock.awake() + times.patience())
    }
  }
}

export type Model = ReturnType<typeof model>
