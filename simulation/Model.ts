import { createHash } from "node:crypto"
import { chainHash } from "../test/lib/ChainHash.ts"
import type { Almanac } from "./Almanac.ts"
import { announcementsOf, headless } from "./Announcements.ts"
import { hold, same } from "./Broken.ts"
import type { BotRequest } from "./Chat.ts"
import { type Announcement, latestOf } from "./MessageFacts.ts"
import type { AuditRow, Observer } from "./Observer.ts"
import { outboxModel } from "./OutboxModel.ts"
import type { Day, Mark, Posting, Settings } from "./Rules.ts"
import type { VirtualClock } from "./VirtualClock.ts"

const unmarked: Mark = { closed: false, note: "", closedAt: 0, clearedAt: -Infinity }

/** An hourly check announces what the cutoff has not; the service may read the clock only once an hour. */
const longestUnannounced = 2 * 3_600_000 + 120_000

/** The shop's rules, implemented a second time: it reads what the service stored, and checks it. */
export const model = (clock: VirtualClock, almanac: Almanac, observer: Observer, watch: () => number) => {
  const days = new Map<string, Day>()
  const marks = new Map<string, Mark>()
  /** When the settlement announced a day's figure, and that a day is closed. */
  const announced = new Map<string, { readonly kind: string; readonly at: number }[]>()
  /** The dates of days that are not final. */
  const openDays = new Set<string>()
  const audits: Array<AuditRow> = []
  const outbox = outboxModel(clock, observer)
  /** The chart's estimates, by date and by the configured range. */
  const estimates = new Map<string, number>()
  const trail = createHash("sha256")

  let settings: Settings = {
    cutoff: 0,
    shop: "",
    secret: "",
    weekday: [0, 0],
    weekend: [0, 0],
    fallback: "auto",
    importNotify: "per_row",
    remind: 0,
    publicUrl: ""
  }
  let requested: Array<Posting> = []
  /** What an undoing that is requested has to restore, by date. */
  const restores = new Map<string, Day | undefined>()
  /** Whether the current run of the daily job pushes today's final figure again. */
  let pushes: "must" | "may" | "no" = "no"
  let up = false
  const acted = new Set<string>()
  /** Cutoffs that have had an effect, as instants: a clock that is set back brings them again, and a restart forgets them. */
  const hadEffect = new Set<number>()
  /** Days without a figure that the job may have handled without a record: their cutoff may push once more. */
  const quiet = new Set<string>()
  /** Days of which the service has reminded, or found nothing to remind of, since the last start or reload. */
  const reminded = new Set<string>()
  /** Real time of the last change of a day. */
  const changedAt = new Map<string, number>()
  let unremindedSince: number | undefined
  let closedUnannouncedSince: number | undefined
  let cutoffIgnoredSince: number | undefined
  let unsettledSince: number | undefined
  let owed: { readonly date: string; readonly since: number } | undefined
  let isOpen = false
  /** Time awake since an hour has passed that should have made open days final. */
  let openDueSince: number | undefined
  /** Time awake of the last change of the wall clock. */
  let movedAt = 0
  let hourIndex = -1
  let hourCredit = false
  let steadySince = 0

  const today = () => almanac.dateAt(clock.wall())
  const cutoffOf = (date: string) => almanac.instantOf(date, settings.cutoff)
  const act = (date: string) => {
    acted.add(date)
    hadEffect.add(cutoffOf(date))
  }
  const isPast = () => clock.wall() >= cutoffOf(today())
  const isFinal = (date: string) => days.get(date)?.final === true
  const markOf = (date: string): Mark => marks.get(date) ?? unmarked
  const isClosed = (date: string) => markOf(date).closed && !days.has(date)
  const isCleared = (date: string) => !days.has(date) && markOf(date).clearedAt >= cutoffOf(date)
  /** A day after it is stored: the clock is behind, or was ahead, and nothing is generated. */
  const isClockInDoubt = (date: string) => [...days.keys()].some((known) => known > date)
  /** Whether the daily job has to settle a day that is past its cutoff. */
  const isAwaited = (date: string) => !isFinal(date) && !isClosed(date) && !isCleared(date) && (days.has(date) || !isClockInDoubt(date))
  const wasAnnounced = (date: string, kinds: ReadonlyArray<string>) =>
    (announced.get(date) ?? []).some(({ at, kind }) => kinds.includes(kind) && at >= cutoffOf(date))
  /** Whether a reminder of the day has something to ask for. */
  const isUnrecorded = (date: string) => !days.has(date) && !isClosed(date)
  const isReminderTime = () => {
    const date = today()
    const from = Math.max(almanac.instantOf(date, 0), cutoffOf(date) - settings.remind * 60_000)
    return settings.remind > 0 && clock.wall() >= from && !isPast()
  }
  const isSteady = () => clock.awake() - steadySince > watch() + 1_000
  const rangeOf = (
    date: string
  ) => ([5, 6].includes((new Date(Date.parse(date)).getUTCDay() + 6) % 7) ? settings.weekend : settings.weekday)
  const estimateKey = (date: string) => `${date} ${rangeOf(date).join()}`

  const estimated = (date: string, cents: number) => {
    const [min, max] = rangeOf(date)
    hold(cents >= min && cents <= max, "a generated amount lies within the day's range", () => `${cents} on ${date}, not in ${min}..${max}`)
    const known = estimates.get(estimateKey(date))
    hold(known === undefined || known === cents, "an estimate is what will be generated",
      () => `${cents} on ${date} after ${String(known)}`)
    estimates.set(estimateKey(date), cents)
  }

  /** Whether an hourly run must push today's final figure again. */
  const needsPush = (date: string): boolean => {
    const day = days.get(date)
    return day !== undefined && (settings.fallback === "always" || outbox.announcedState(date, day.cents) === "none")
  }

  const judgeGenerate = (row: AuditRow) => {
    hold(row.date === today(), "only today is generated", () => `${row.date} on ${today()}`)
    hold(!days.has(row.date), "a day is settled exactly once", () => `${row.date} is generated although it has a record`)
    hold(!isClosed(row.date), "a closed day is not generated", () => row.date)
    hold(!isCleared(row.date), "a withdrawn figure is not replaced by a generated one", () => row.date)
    hold(!isClockInDoubt(row.date), "no amount is generated while a later day is stored", () => row.date)
    hold(isPast(), "no day is settled before its cutoff", () => `${row.date} at ${almanac.stamp(clock.wall())}`)
    same("a generated record has the generator's source and actor", [row.before_cents, row.source, row.reason, row.actor], [
      null,
      "generated",
      "",
      "settlement"
    ])
    estimated(row.date, row.after_cents ?? NaN)
    const late = clock.wall() - cutoffOf(row.date)
    hold(!isSteady() || late <= 1_000 || acted.has(row.date), "a day is settled within 1 s of its cutoff",
      () => `${row.date} ${late} ms late`)
    act(row.date)
  }

  const judgeFinalize = (row: AuditRow) => {
    const day = days.get(row.date)
    hold(day !== undefined && !day.final, "a day is made final once", () => row.date)
    hold(row.date < today() || (row.date === today() && isPast()), "no day is settled before its cutoff",
      () => `${row.date} at ${almanac.stamp(clock.wall())}`)
    same("a finalized record keeps its amount", [row.before_cents, row.after_cents, row.source, row.actor], [
      day?.cents,
      day?.cents,
      day?.source,
      "settlement"
    ])
    if (row.date === today()) act(row.date)
  }

  const judgeAudit = (row: AuditRow) => {
    const previous = audits.at(-1)
    const hash = chainHash(previous?.hash ?? "", row)
    hold(row.id === audits.length + 1 && row.hash === hash, "the audit is a chain", () => `record ${row.id}`)
    hold(row.created_at === clock.wall(), "an audit record has the time of its change", () => `${row.created_at} at ${clock.wall()}`)
    if (row.action === "generate") judgeGenerate(row)
    else if (row.action === "finalize") judgeFinalize(row)
    else {
      const { action, actor, after_cents, before_cents, date, reason, source } = row
      same("each recorded change was requested", { action, date, before: before_cents, after: after_cents, source, reason, actor },
        requested.shift())
    }
    audits.push(row)
    trail.update(row.hash)
    take(row)
  }

  /** Applies a record to its day. */
  const take = ({ action, actor, after_cents, created_at, date, reason, source }: AuditRow) => {
    changedAt.set(date, clock.real())
    const mark = markOf(date)
    if (action === "close") marks.set(date, { ...mark, closed: true, note: reason, closedAt: created_at })
    else if (action === "open") marks.set(date, { ...mark, closed: false, note: reason, clearedAt: created_at })
    else if (action === "note") marks.set(date, { ...mark, note: reason })
    else if (action === "undo") {
      const restored = restores.get(date)
      same("an undoing restores the amount that stood", after_cents, restored?.cents ?? null)
      if (restored === undefined) {
        days.delete(date)
        if (!mark.closed) marks.set(date, { ...mark, clearedAt: created_at })
      } else days.set(date, restored)
      if (restored?.final === false) openDays.add(date)
      else openDays.delete(date)
    } else {
      if (action === "withdraw") {
        days.delete(date)
        marks.set(date, { ...mark, clearedAt: created_at })
      } else days.set(date, { cents: after_cents ?? NaN, final: true, source: source ?? "", changed: { at: created_at, by: actor } })
      openDays.delete(date)
    }
  }

  /** The settlement announces a closed day once for each cutoff. */
  const judgeClosed = (announcement: Announcement) => {
    const date = announcement.date ?? ""
    const why = () => `${date} at ${almanac.stamp(clock.wall())}`
    hold(date === today() && isPast() && isClosed(date), "only a closed day is announced as closed", why)
    hold(!wasAnnounced(date, ["closed"]), "a closed day is announced once", why)
    same("the message of a closed day says its note", [announcement.before, announcement.reason, announcement.actor], [
      null,
      markOf(date).note,
      "settlement"
    ])
    act(date)
  }

  /** @param wasUnrecorded before the records that were stored together with it */
  const judgeReminder = (announcement: Announcement, wasUnrecorded: boolean) => {
    const date = announcement.date ?? ""
    const why = () => `${date} at ${almanac.stamp(clock.wall())}`
    hold(date === today() && isReminderTime(), "a reminder is due between its instant and the cutoff", why)
    hold(wasUnrecorded || isUnrecorded(date), "only a day without a record is reminded of", why)
    hold(outbox.reminderOf(date) === undefined, "a day is reminded of once", why)
    const minutes = [Math.floor(settings.cutoff / 60), settings.cutoff % 60].map((part) => String(part).padStart(2, "0")).join(":")
    same("a reminder names the cutoff", [announcement.cutoff, announcement.cutoffAt], [minutes, cutoffOf(date)])
    reminded.add(date)
  }

  const isOutdated = ({ cutoffAt = 0, date = "" }: Announcement) => !isUnrecorded(date) || clock.wall() >= cutoffAt

  const judgeRepeat = (announcement: Announcement) => {
    const date = announcement.date ?? ""
    const day = days.get(date)
    const why = () => `${date} at ${almanac.stamp(clock.wall())}`
    same("the settlement's first message of a day is the daily one", announcement.kind,
      wasAnnounced(date, ["daily", "finalized", "repeat"]) ? "repeat" : "daily")
    hold(date === today() && isPast() && day !== undefined && day.final, "only today's final figure is pushed again", why)
    same("a repeated message has the stored figure", [announcement.cents, announcement.source], [day?.cents, day?.source])
    owed = undefined
    if (pushes !== "no") pushes = "no"
    else if (!acted.has(date)) act(date)
    else if (quiet.has(date)) quiet.delete(date)
    else {
      hold(hourCredit, "a figure is pushed again only when that is due", why)
      hold(needsPush(date), "an hourly run pushes again only a figure that the chat does not have", why)
      hourCredit = false
    }
  }

  /** What follows the public address in a message's link: a day in a message about one day, the dashboard in a test or a digest. */
  const pathOf = (facts: BotRequest["facts"]) => {
    const kind = facts.get("类型")
    const days = facts.get("日期")?.match(/\d{4}-\d\d-\d\d/g) ?? []
    return kind === "提醒" ? "/enter" : kind === "测试" || days.length !== 1 ? "/" : `/#${days.join("")}`
  }

  const judgeLink = ({ facts, link }: BotRequest) =>
    same("a message leads to its page", link, settings.publicUrl === "" ? undefined : `${settings.publicUrl}${pathOf(facts)}`)

  const judgeSentReminder = ({ facts }: BotRequest) => {
    if (facts.get("类型") !== "提醒") return
    const date = facts.get("日期")?.slice(0, "YYYY-MM-DD".length) ?? ""
    const { cutoffAt = 0 } = outbox.reminderOf(date)?.announcement ?? {}
    // A change that is stored while the message is on its way cannot stop it.
    const crossed = changedAt.get(date) === clock.real()
    hold(crossed || (isUnrecorded(date) && clock.wall() < cutoffAt), "an outdated reminder is not sent",
      () => `${date} at ${almanac.stamp(clock.wall())}`)
  }

  const judgeLatest = ({ facts }: BotRequest, announcement: Announcement | undefined) => {
    if (announcement === undefined) return
    const { date = "" } = announcement
    // A change that is stored while the message is on its way is not in it.
    if (changedAt.get(date) === clock.real()) return
    same("a message says what its figure is now, if that has changed", [facts.get("最新金额"), facts.get("最新来源")],
      latestOf(announcement, days.get(date)))
  }

  /** Notices minute 0 or 1 of an hour: the daily job may run, and may make a waiting message due before its Retry-After. */
  const noticeHour = () => {
    const minutes = almanac.localMinute(clock.wall())
    const index = Math.floor(minutes / 60) * 2 + (minutes % 60 >= 1 ? 1 : 0)
    if (index === hourIndex) return
    const date = today()
    hourCredit = true
    if (isOpen && index > hourIndex && clock.awake() - movedAt > watch() + 1_000) openDueSince ??= clock.awake()
    hourIndex = index
    outbox.hasten(clock.awake() + watch() + 1_000)
    if (isSteady() && isPast() && isFinal(date) && needsPush(date)) owed ??= { date, since: clock.awake() }
  }

  /** Reads what was stored since the last call, and checks it. */
  const absorb = () => {
    if (up) noticeHour()
    if (!observer.changed()) return
    const rows = observer.newAudits()
    const messages = observer.newMessages()
    const calls = announcementsOf(rows, settings.importNotify)
    const isCalledFor = ({ date, kind }: Announcement) =>
      kind !== "repeat" && kind !== "closed" && kind !== "reminder" &&
      (kind !== "daily" || calls.some((call) => call.kind === "daily" && call.date === date))
    const ownOf = (message: (typeof messages)[number]) => !isCalledFor(message.announcement)
    // A repeated push is judged by the state before these records, unless its figure is one of them.
    const isNew = (announcement: Announcement) =>
      rows.some((row) => row.date === announcement.date && row.after_cents === announcement.cents)
    const reminders = messages.map(({ announcement }): Announcement => announcement).filter(({ kind }) => kind === "reminder")
      .map((announcement) => ({ announcement, wasUnrecorded: isUnrecorded(announcement.date ?? "") }))
    const judge = ({ announcement, created_at: at }: (typeof messages)[number]) => {
      if (announcement.kind === "closed") judgeClosed(announcement)
      else if (announcement.kind !== "reminder") judgeRepeat(announcement)
      note(announcement, at)
    }
    const note = ({ date = "", kind }: Announcement, at: number) => announced.set(date, [...announced.get(date) ?? [], { kind, at }])
    messages.filter((message) => ownOf(message) && !isNew(message.announcement)).forEach(judge)
    rows.forEach(judgeAudit)
    messages.filter((message) => !ownOf(message)).forEach(({ announcement, created_at }) => note(announcement, created_at))
    messages.filter((message) => ownOf(message) && isNew(message.announcement)).forEach(judge)
    reminders.forEach(({ announcement, wasUnrecorded }) => judgeReminder(announcement, wasUnrecorded))
    outbox.expect(calls)
    messages.forEach((message) => outbox.posted({ ...message, announcement: headless(message.announcement, audits) }, !ownOf(message)))
    outbox.absorbAttempts()
    outbox.absorbDrops((announcement) => isOutdated(announcement) || changedAt.get(announcement.date ?? "") === clock.real())
  }

  const judgeClock = () => {
    if (!up) return
    const date = today()
    noticeHour()
    if (owed !== undefined && (owed.date !== date || !isSteady() || !isPast() || !needsPush(date))) owed = undefined
    const patience = watch() + 1_000
    const lasts = (since: number | undefined) => since !== undefined && clock.awake() - since > patience
    if (isPast() && !isFinal(date) && !isAwaited(date) && !acted.has(date)) {
      acted.add(date)
      quiet.add(date)
    }
    const isDue = isReminderTime() && !reminded.has(date)
    if (isDue && !isUnrecorded(date)) reminded.add(date)
    unremindedSince = isDue && isUnrecorded(date) && outbox.reminderOf(date) === undefined ? unremindedSince ?? clock.awake() : undefined
    const unannounced = isPast() && isClosed(date) && !wasAnnounced(date, ["closed"])
    closedUnannouncedSince = unannounced ? closedUnannouncedSince ?? clock.awake() : undefined
    unsettledSince = isPast() && !isFinal(date) && !acted.has(date) ? unsettledSince ?? clock.awake() : undefined
    const ranBefore = hadEffect.has(cutoffOf(date)) && isFinal(date)
    cutoffIgnoredSince = isPast() && !acted.has(date) && !ranBefore ? cutoffIgnoredSince ?? clock.awake() : undefined
    const when = () => `${date} at ${almanac.stamp(clock.wall())}`
    const late = clock.wall() - cutoffOf(date)
    hold(closedUnannouncedSince === undefined || clock.awake() - closedUnannouncedSince <= longestUnannounced,
      "a closed day is announced at its cutoff, or within the hour", when)
    const onTime = clock.awake() - late - steadySince > patience
    hold(!onTime || late < 1_000 || acted.has(date) || ranBefore, "a day is settled within 1 s of its cutoff",
      () => `${date}, ${late} ms late`)
    hold(!lasts(unremindedSince), "the group is reminded of a day without a record before its cutoff", when)
    hold(!lasts(unsettledSince), "a day whose cutoff is past is settled", when)
    hold(!lasts(cutoffIgnoredSince), "the cutoff of a final day pushes it again", when)
    hold(!lasts(owed?.since), "an hourly run pushes again a figure that the chat does not have", when)
    isOpen = [...openDays].some((known) => known < date || (known === date && isPast()))
    if (!isOpen) openDueSince = undefined
    hold(!lasts(openDueSince), "stored days that are past are made final", () => `${[...openDays].join(" ")} on ${when()}`)
  }

  const beginRun = (trigger: "start" | "reload") => {
    acted.clear()
    quiet.clear()
    reminded.clear()
    unremindedSince = undefined
    closedUnannouncedSince = undefined
    cutoffIgnoredSince = undefined
    unsettledSince = undefined
    owed = undefined
    pushes = "no"
    if (!isPast()) return
    const date = today()
    const wanted = isFinal(date) && (trigger === "reload" || needsPush(date))
    if (wanted) pushes = "must"
    acted.add(date)
  }

  const endRun = (trigger: "start" | "reload") => {
    hold(pushes !== "must", `a ${trigger} after the cutoff pushes today's figure again when it is due`, () => almanac.stamp(clock.wall()))
    hold(!isPast() || !isAwaited(today()), `a ${trigger} after the cutoff settles today`, () => almanac.stamp(clock.wall()))
    pushes = "no"
  }

  return {
    days,
    marks,
    isClosed,
    isAwaited,
    audits,
    outbox,
    settings: () => settings,
    today,
    isPast,
    isFinal,
    cutoffOf,
    estimated,
    absorb,
    judgeClock,
    onRequest: (request: BotRequest) => {
      absorb()
      judgeLink(request)
      judgeSentReminder(request)
      judgeLatest(request, outbox.onRequest(request, settings.shop))
      trail.update(`${clock.real()} ${request.format} ${request.reply.meaning}`)
    },
    digest: () => trail.copy().digest("hex").slice(0, 16),
    note: (text: string) => trail.update(text),
    /** The process is about to start with these settings. */
    starts: (found: Settings) => {
      settings = found
      up = true
      hourCredit = false
      hourIndex = -1
      openDueSince = undefined
      steadySince = clock.awake()
      outbox.hasten(clock.awake() + watch())
      beginRun("start")
    },
    started: () => endRun("start"),
    /** The process has ended; the outcome of its work in progress is unknown. */
    ended: () => {
      up = false
      pushes = "no"
      outbox.ended()
    },
    reloads: (found: Settings) => {
      settings = found
      outbox.hasten(clock.awake() + 1_000)
      beginRun("reload")
    },
    reloaded: () => endRun("reload"),
    /** After a change of the wall clock, the service first has to read it before an hour can pass. */
    clockMoved: () => {
      movedAt = clock.awake()
      openDueSince = undefined
    },
    /** The wall clock was changed or the machine slept. */
    disturbed: () => {
      steadySince = clock.awake()
      closedUnannouncedSince = undefined
      owed = undefined
      hourCredit = true
      outbox.hasten(clock.awake() + watch() + 1_000)
    },
    /** A request is about to be sent that must record these changes, in this order. */
    expects: (postings: ReadonlyArray<Posting>) => {
      requested = [...postings]
    },
    /** The next undoing of a change of that date has to restore this record. */
    restores: (date: string, day: Day | undefined) => {
      restores.set(date, day)
    },
    /** How many of the requested changes are not recorded. */
    undone: (): number => requested.length,
    expectsNothing: () => {
      requested = []
    },
    /** Another program has stored a day that is not final. */
    stored: (date: string, day: Day) => {
      changedAt.set(date, clock.real())
      days.set(date, day)
      openDays.add(date)
    }
  }
}

export type Model = ReturnType<typeof model>
