import { createHash } from "node:crypto"
import type { Almanac } from "./Almanac.ts"
import { hold, same } from "./Broken.ts"
import type { Delivery } from "./Chat.ts"
import { mailbag, type Told } from "./Mailbag.ts"
import type { AuditRow, Observer } from "./Observer.ts"
import type { VirtualClock } from "./VirtualClock.ts"

export interface Day {
  readonly cents: number
  readonly final: boolean
  readonly source: string
}

/** What the configuration file in force says. */
export interface Settings {
  /** Minutes after midnight. */
  readonly cutoff: number
  readonly shop: string
  readonly secret: string
  readonly weekday: readonly [number, number]
  readonly weekend: readonly [number, number]
  readonly fallback: "auto" | "always"
  readonly importNotify: "per_row" | "digest" | "none"
}

/** A change that was asked for, as its audit record has to be. */
export interface Posting {
  readonly action: "correct" | "import"
  readonly date: string
  readonly before: number | null
  readonly after: number
  readonly source: string
  readonly reason: string
  readonly actor: string
}

const kinds: Readonly<Record<string, string>> = { generate: "daily", finalize: "finalized", correct: "corrected", import: "imported" }

export const weekdays = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"]

/** The rules of the shop, told a second time: it is shown what the service stored and says whether that may be. */
export const model = (clock: VirtualClock, almanac: Almanac, observer: Observer, watch: () => number) => {
  const days = new Map<string, Day>()
  /** Those of them that are not final. */
  const openDays = new Set<string>()
  const audits: Array<AuditRow> = []
  const bag = mailbag(clock, observer)
  /** What the chart showed for a day that was not final, by the ranges it was shown under. */
  const estimates = new Map<string, number>()
  const trail = createHash("sha256")

  let settings: Settings = {
    cutoff: 0, shop: "", secret: "", weekday: [0, 0], weekend: [0, 0], fallback: "auto", importNotify: "per_row"
  }
  let asked: Array<Posting> = []
  /** Runs of the daily job that may push a final day again now. */
  let pushes: "must" | "may" | "no" = "no"
  let up = false
  const acted = new Set<string>()
  let cutoffUnseenSince: number | undefined
  let unsettledSince: number | undefined
  let owed: { readonly date: string; readonly since: number } | undefined
  let isOpen = false
  /** Since when an hour that makes open days final has passed, awake. */
  let openDueSince: number | undefined
  /** When the wall clock was last moved, awake. */
  let movedAt = 0
  let hourIndex = -1
  let hourCredit = false
  let steadySince = 0

  const today = () => almanac.dateAt(clock.wall())
  const cutoffOf = (date: string) => almanac.instantOf(date, settings.cutoff)
  const isPast = () => clock.wall() >= cutoffOf(today())
  const isFinal = (date: string) => days.get(date)?.final === true
  const isSteady = () => clock.awake() - steadySince > watch() + 1_000
  const rangeOf = (date: string) => ([5, 6].includes((new Date(Date.parse(date)).getUTCDay() + 6) % 7) ? settings.weekend : settings.weekday)
  const estimateKey = (date: string) => `${date} ${rangeOf(date).join()}`

  const estimated = (date: string, cents: number) => {
    const [min, max] = rangeOf(date)
    hold(cents >= min && cents <= max, "a generated amount lies within the day's range", () => `${cents} on ${date}, not in ${min}..${max}`)
    const known = estimates.get(estimateKey(date))
    hold(known === undefined || known === cents, "an estimate is what will be generated", () => `${cents} on ${date} after ${String(known)}`)
    estimates.set(estimateKey(date), cents)
  }

  /** Whether the daily trigger, or an hour, still owes today's final figure a push. */
  const needsPush = (date: string): boolean => {
    const day = days.get(date)
    return day !== undefined && (settings.fallback === "always" || bag.deliveryOf(date, day.cents) === "none")
  }

  const judgeGenerate = (row: AuditRow) => {
    hold(row.date === today(), "only today is generated", () => `${row.date} on ${today()}`)
    hold(!days.has(row.date), "a day is settled exactly once", () => `${row.date} is generated although it has a record`)
    hold(isPast(), "no day is settled before its cutoff", () => `${row.date} at ${almanac.stamp(clock.wall())}`)
    same("a generated record says so", [row.before_cents, row.source, row.reason, row.actor], [null, "generated", "", "settlement"])
    estimated(row.date, row.after_cents)
    const late = clock.wall() - cutoffOf(row.date)
    hold(!isSteady() || late <= 1_000 || acted.has(row.date), "a day is settled within 1 s of its cutoff", () => `${row.date} ${late} ms late`)
    acted.add(row.date)
  }

  const judgeFinalize = (row: AuditRow) => {
    const day = days.get(row.date)
    hold(day !== undefined && !day.final, "a day is made final once", () => row.date)
    hold(row.date < today() || (row.date === today() && isPast()), "no day is settled before its cutoff", () => `${row.date} at ${almanac.stamp(clock.wall())}`)
    same("a finalized record keeps its amount", [row.before_cents, row.after_cents, row.source, row.actor], [day?.cents, day?.cents, day?.source, "settlement"])
    if (row.date === today()) acted.add(row.date)
  }

  const judgeAudit = (row: AuditRow) => {
    const previous = audits.at(-1)
    const hash = createHash("sha256").update(JSON.stringify([
      previous?.hash ?? "", row.id, row.created_at, row.date, row.action, row.before_cents, row.after_cents, row.source, row.reason, row.actor
    ])).digest("hex")
    hold(row.id === audits.length + 1 && row.hash === hash, "the audit is a chain", () => `record ${row.id}`)
    hold(row.created_at === clock.wall(), "an audit record has the time of its change", () => `${row.created_at} at ${clock.wall()}`)
    if (row.action === "generate") judgeGenerate(row)
    else if (row.action === "finalize") judgeFinalize(row)
    else {
      const { action, actor, after_cents, before_cents, date, reason, source } = row
      same("what is recorded was asked for", { action, date, before: before_cents, after: after_cents, source, reason, actor }, asked.shift())
    }
    audits.push(row)
    trail.update(row.hash)
    days.set(row.date, { cents: row.after_cents, final: true, source: row.source })
    openDays.delete(row.date)
  }

  const digestOf = (imported: ReadonlyArray<AuditRow>): Told => ({
    kind: "digest",
    days: imported.length,
    first: imported[0]?.date ?? "",
    last: imported.at(-1)?.date ?? "",
    totalCents: imported.reduce((sum, row) => sum + row.after_cents, 0),
    actor: imported[0]?.actor ?? ""
  })

  /** The messages that records call for, in their order. */
  const called = (rows: ReadonlyArray<AuditRow>): ReadonlyArray<Told> =>
    rows.flatMap((row, index): ReadonlyArray<Told> => {
      if (row.action === "import" && settings.importNotify === "none") return []
      if (row.action === "import" && settings.importNotify === "digest") {
        if (rows[index + 1]?.action === "import") return []
        const before = rows.findLastIndex(({ action }, other) => other < index && action !== "import")
        return [digestOf(rows.slice(before + 1, index + 1))]
      }
      return [{
        kind: kinds[row.action] ?? "", date: row.date, cents: row.after_cents, source: row.source, before: row.before_cents,
        reason: row.reason, actor: row.actor
      }]
    })

  const judgeRepeat = (told: Told) => {
    const date = told.date ?? ""
    const day = days.get(date)
    const why = () => `${date} at ${almanac.stamp(clock.wall())}`
    hold(date === today() && isPast() && day !== undefined && day.final, "only today's final figure is pushed again", why)
    same("a repeated message says what is stored", [told.cents, told.source], [day?.cents, day?.source])
    owed = undefined
    if (pushes !== "no") pushes = "no"
    else if (!acted.has(date)) acted.add(date)
    else {
      hold(hourCredit, "a figure is pushed again only when that is due", why)
      hold(needsPush(date), "an hourly check pushes again only what nobody can have seen", why)
      hourCredit = false
    }
  }

  /** Whether minute 0 or 1 of an hour has passed: the daily job may run, and make a waiting message due whatever a bot asked for. */
  const noticeHour = () => {
    const minutes = almanac.localMinute(clock.wall())
    const index = Math.floor(minutes / 60) * 2 + (minutes % 60 >= 1 ? 1 : 0)
    if (index === hourIndex) return
    const date = today()
    hourCredit = true
    if (isOpen && index > hourIndex && clock.awake() - movedAt > watch() + 1_000) openDueSince ??= clock.awake()
    hourIndex = index
    bag.hasten(clock.awake() + watch() + 1_000)
    if (isSteady() && isPast() && isFinal(date) && needsPush(date)) owed ??= { date, since: clock.awake() }
  }

  /** Looks what was stored since the last look. */
  const absorb = () => {
    if (up) noticeHour()
    if (!observer.changed()) return
    const rows = observer.newAudits()
    const messages = observer.newMessages()
    const repeated = messages.map(({ announcement }) => announcement).filter(({ kind }) => kind === "repeat")
    // A push again is judged by what was known before this look, unless it tells what has only now been recorded.
    const isNew = (told: Told) => rows.some((row) => row.date === told.date && row.after_cents === told.cents)
    repeated.filter((told) => !isNew(told)).forEach(judgeRepeat)
    rows.forEach(judgeAudit)
    repeated.filter(isNew).forEach(judgeRepeat)
    bag.expect(called(rows))
    messages.forEach(bag.posted)
    bag.absorbAttempts()
  }

  const judgeClock = () => {
    if (!up) return
    const date = today()
    noticeHour()
    if (owed !== undefined && (owed.date !== date || !isSteady() || !isPast() || !needsPush(date))) owed = undefined
    const patience = watch() + 1_000
    const lasts = (since: number | undefined) => since !== undefined && clock.awake() - since > patience
    unsettledSince = isPast() && !isFinal(date) && !acted.has(date) ? unsettledSince ?? clock.awake() : undefined
    cutoffUnseenSince = isPast() && !acted.has(date) ? cutoffUnseenSince ?? clock.awake() : undefined
    const seen = () => `${date} at ${almanac.stamp(clock.wall())}`
    const late = clock.wall() - cutoffOf(date)
    const onTime = clock.awake() - late - steadySince > patience
    hold(!onTime || late < 1_000 || acted.has(date), "a day is settled within 1 s of its cutoff", () => `${date}, ${late} ms late`)
    hold(!lasts(unsettledSince), "a day whose cutoff is past is settled", seen)
    hold(!lasts(cutoffUnseenSince), "the cutoff of a final day pushes it again", seen)
    hold(!lasts(owed?.since), "an hourly check pushes again what nobody can have seen", seen)
    isOpen = [...openDays].some((known) => known < date || (known === date && isPast()))
    if (!isOpen) openDueSince = undefined
    hold(!lasts(openDueSince), "stored days that are past are made final", () => `${[...openDays].join(" ")} on ${seen()}`)
  }

  const beginRun = (trigger: "start" | "reload") => {
    acted.clear()
    cutoffUnseenSince = undefined
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
    hold(!isPast() || isFinal(today()), `a ${trigger} after the cutoff settles today`, () => almanac.stamp(clock.wall()))
    pushes = "no"
  }

  return {
    days,
    audits,
    bag,
    settings: () => settings,
    today,
    isPast,
    isFinal,
    cutoffOf,
    estimated,
    absorb,
    judgeClock,
    onRequest: (delivery: Delivery) => {
      absorb()
      bag.onRequest(delivery, settings.shop)
      trail.update(`${clock.real()} ${delivery.format} ${delivery.reply.meaning}`)
    },
    digest: () => trail.copy().digest("hex").slice(0, 16),
    note: (text: string) => trail.update(text),
    /** The process is about to start, with the file as it stands. */
    starts: (found: Settings) => {
      settings = found
      up = true
      hourCredit = false
      hourIndex = -1
      openDueSince = undefined
      steadySince = clock.awake()
      bag.hasten(clock.awake() + watch())
      beginRun("start")
    },
    started: () => endRun("start"),
    /** The process is gone; what it was doing is of unknown outcome. */
    ended: () => {
      up = false
      pushes = "no"
      bag.ended()
    },
    reloads: (found: Settings) => {
      settings = found
      bag.hasten(clock.awake() + 1_000)
      beginRun("reload")
    },
    reloaded: () => endRun("reload"),
    /** No hour passes for a service that has not looked since the wall clock was put back. */
    clockMoved: () => {
      movedAt = clock.awake()
      openDueSince = undefined
    },
    /** The wall clock moved or the machine slept. */
    disturbed: () => {
      steadySince = clock.awake()
      owed = undefined
      hourCredit = true
      bag.hasten(clock.awake() + watch() + 1_000)
    },
    /** A request with these consequences, in this order, is about to be made. */
    asks: (postings: ReadonlyArray<Posting>) => {
      asked = [...postings]
    },
    /** What of it was not done. */
    undone: (): number => asked.length,
    askedNothing: () => {
      asked = []
    },
    /** Another program has stored a day that is not final. */
    stored: (date: string, day: Day) => {
      days.set(date, day)
      openDays.add(date)
    }
  }
}

export type Model = ReturnType<typeof model>
