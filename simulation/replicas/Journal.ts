import { createHash } from "node:crypto"
import { chainHash } from "../../test/lib/ChainHash.ts"
import { type Almanac, plusDays, weekdayOf } from "../Almanac.ts"
import { announcementsOf, bare } from "../Announcements.ts"
import { hold, same } from "../Broken.ts"
import type { Announcement } from "../MessageFacts.ts"
import { businessDays } from "../model/BusinessDays.ts"
import { endedBefore } from "../model/Reports.ts"
import type { AuditRow, Observer } from "../Observer.ts"
import type { Settings } from "../Rules.ts"
import type { VirtualClock } from "../VirtualClock.ts"

interface Shown {
  readonly since: number
  readonly cents: number | null
}

type Message = Omit<ReturnType<Observer["newMessages"]>[number], "announcement"> & { readonly announcement: Announcement }

/** By how much the clocks of two machines may differ, including the time of a request. */
const clocksDiffer = 500

/**
 * Everything that the replicas have committed, in the order of the commits, with the checks of it.
 * @param mayHaveArrived whether the group may have a message, by its id
 */
export const journal = (
  clock: VirtualClock,
  almanac: Almanac,
  observer: Observer,
  settings: Settings,
  mayHaveArrived: (id: number) => boolean
) => {
  const audits: Array<AuditRow> = []
  const days = new Map<string, { readonly cents: number; readonly final: boolean; readonly source: string }>()
  const closed = new Map<string, boolean>()
  /** The figures of each day as they were shown, each with the real time from which it was. */
  const history = new Map<string, Array<Shown>>()
  const settled = new Map<string, number>()
  /** How many times the settlement has announced a day since its cutoff. */
  const announced = new Map<string, number>()
  /** The id of the newest reminder of each day. */
  const reminders = new Map<string, number>()
  /** The names of the weeks that were reported. */
  const reported = new Set<string>()
  const trail = createHash("sha256")

  const calendar = businessDays(almanac)
  const starts = calendar.first(settings.start)
  const today = () => calendar.dateOf(starts, clock.wall())
  const cutoffOf = (date: string) => calendar.cutoffOf(starts, date, settings.cutoff)

  const judgeHash = (row: AuditRow) => {
    const hash = chainHash(audits.at(-1)?.hash ?? "", row)
    hold(row.id === audits.length + 1 && row.hash === hash, "the audit is one chain, whatever replica writes", () => `record ${row.id}`)
  }

  const judgeSettlement = (row: AuditRow) => {
    const day = days.get(row.date)
    hold(clock.wall() >= cutoffOf(row.date) - clocksDiffer, "no day is settled before its cutoff",
      () => `${row.date} at ${almanac.stamp(clock.wall())}`)
    hold(row.action === "generate" ? day === undefined : day?.final === false, "a day is settled exactly once",
      () => `${row.action} of ${row.date}, which has ${JSON.stringify(day)}`)
    hold(closed.get(row.date) !== true, "a closed day is not generated", () => row.date)
    settled.set(row.date, clock.real())
  }

  const take = (row: AuditRow) => {
    judgeHash(row)
    if (row.action === "generate" || row.action === "finalize") judgeSettlement(row)
    else {
      same("a change starts from what the one before has left",
        row.action === "correct" || row.action === "import" || row.action === "withdraw" ?
          row.before_cents :
          null, row.action === "correct" || row.action === "import" || row.action === "withdraw" ? days.get(row.date)?.cents ?? null : null)
    }
    audits.push(row)
    trail.update(row.hash)
    if (row.action === "close" || row.action === "open") closed.set(row.date, row.action === "close")
    if (["close", "open", "note"].includes(row.action)) return
    if (row.after_cents === null) days.delete(row.date)
    else days.set(row.date, { cents: row.after_cents, final: true, source: row.source ?? "" })
    history.set(row.date, [...history.get(row.date) ?? [{ since: 0, cents: null }], { since: clock.real(), cents: row.after_cents }])
  }

  /** Checks the settlement's messages that belong to no record. */
  const judgeOwn = ({ date = "", kind }: Announcement) => {
    hold(kind === "repeat" || kind === "closed" || kind === "daily", "each message is about a change or a run of the daily job", () => kind)
    announced.set(date, (announced.get(date) ?? 0) + 1)
  }

  const judgeReminder = ({ announcement: { date }, id }: Message) => {
    const day = String(date)
    const why = () => `${day} at ${almanac.stamp(clock.wall())}`
    const from = Math.max(calendar.beginOf(starts, day), cutoffOf(day) - settings.remind * 60_000)
    const inTime = clock.wall() >= from - clocksDiffer && clock.wall() < cutoffOf(day) + clocksDiffer
    hold(settings.remind > 0 && inTime, "a reminder is due between its instant and the cutoff", why)
    const before = reminders.get(day)
    const isDropped = (id: number) => !observer.hasMessage(id) && !mayHaveArrived(id)
    hold(before === undefined || isDropped(before), "a day is reminded of once, not once a replica", why)
    reminders.set(day, id)
  }

  /** The week of each report that is due by then, the newest last. */
  const reportsDue = (until: number): ReadonlyArray<ReturnType<typeof endedBefore>> => {
    const { weekly } = settings.reports
    return Array.from({ length: 40 }, (_, index) => plusDays(almanac.dateAt(until), index - 39))
      .filter((date) => weekly?.day === weekdayOf(date))
      .map((date) => almanac.instantOf(date, weekly?.minute ?? 0))
      .filter((at) => at <= until)
      .map((at) => endedBefore("week", calendar.dateOf(starts, at)))
  }

  const judgeReport = ({ report }: Announcement) => {
    same("a report is about the last week that had ended at its time", report?.period, reportsDue(clock.wall() + clocksDiffer).at(-1))
    hold(!reported.has(report?.period.name ?? ""), "a week is reported once, not once a replica", () => String(report?.period.name))
    reported.add(report?.period.name ?? "")
  }

  const sorted = (value: object) => Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

  /** No till pushes to these replicas. */
  const noTill = { isRunning: () => false, restoresRunning: () => false, isPast: () => false }

  const judgeMessages = (rows: ReadonlyArray<AuditRow>, messages: ReadonlyArray<Message>) => {
    const calls = announcementsOf(rows, settings.importNotify, noTill).map(sorted)
    const texts = new Set(calls.map((call) => JSON.stringify(call)))
    const called = messages.filter(({ announcement }) => texts.has(JSON.stringify(sorted(announcement))))
    same("every change has its message, in order", called.map(({ announcement }) => sorted(announcement)), calls)
    for (const message of messages.filter((message) => !called.includes(message))) {
      if (message.announcement.kind === "reminder") judgeReminder(message)
      else if (message.announcement.kind === "report") judgeReport(message.announcement)
      else judgeOwn(message.announcement as unknown as Announcement)
    }
    for (const { announcement } of called) {
      if (announcement.kind === "daily" || announcement.kind === "finalized") judgeOwn({ ...announcement, kind: "daily" } as Announcement)
    }
  }

  return {
    audits,
    days,
    today,
    cutoffOf,
    settledAt: (date: string) => settled.get(date),
    announced: (date: string) => announced.get(date) ?? 0,
    isClosed: (date: string) => closed.get(date) === true && !days.has(date),
    /** Reads what was committed since the last call, and checks it. */
    absorb: (): { readonly audits: ReadonlyArray<AuditRow>; readonly messages: ReadonlyArray<Message> } | undefined => {
      if (!observer.changed()) return undefined
      const rows = observer.newAudits()
      rows.forEach(take)
      const messages = observer.newMessages().map((message) => ({ ...message, announcement: bare(message.announcement, audits) }))
      judgeMessages(rows, messages)
      return { audits: rows, messages }
    },
    /** Compares the final days that a replica shows with the days that were committed at some time within `patience`. */
    judgeShown: (shown: ReadonlyArray<{ readonly date: string; readonly amount: number }>, patience: number) => {
      const amounts = new Map(shown.map(({ amount, date }) => [date, Math.round(amount * 100)]))
      const end = today()
      for (let date = plusDays(end, -59); date < end; date = plusDays(date, 1)) {
        const states = history.get(date) ?? []
        const cents = amounts.get(date) ?? null
        const current = states.filter((_, index) => (states[index + 1]?.since ?? Infinity) >= clock.real() - patience).map((state) =>
          state.cents
        )
        const allowed = states.length === 0 ? [null] : current
        hold(allowed.includes(cents), "a change is seen on every replica in time", () =>
          `${date} shows ${String(cents)}, expected ${JSON.stringify(allowed)}`)
      }
    },
    /** Checks that every week with a settled day has its report, if the time of the report is past. */
    checkReports: () => {
      const [first = "9999"] = [...settled.keys()].sort()
      const due = reportsDue(clock.wall() - 10_000).filter(({ last }) => last >= first)
      hold(due.every(({ name }) => reported.has(name)), "each week is reported at its time, whichever replica is lost",
        () => `${due.map(({ name }) => name).join(" ")}, found ${[...reported].join(" ")}`)
    },
    checkStored: () =>
      same("what is stored is what was done", observer.days().map((row) => [row.date, row.amount_cents, row.is_final === 1, row.source]),
        [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, { cents, final, source }]) => [date, cents, final, source])),
    note: (text: string) => trail.update(text),
    digest: () => trail.copy().digest("hex").slice(0, 16)
  }
}

export type Journal = ReturnType<typeof journal>
