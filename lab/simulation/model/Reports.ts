import { type Almanac, plusDays, weekdayOf } from "../Almanac.ts"
import { hold, same } from "../Broken.ts"
import type { Announcement } from "../MessageFacts.ts"
import type { Settings } from "../Rules.ts"
import type { VirtualClock } from "../VirtualClock.ts"
import type { Book } from "./Book.ts"
import type { Times } from "./Times.ts"
import { wait } from "./Wait.ts"

type Kind = "week" | "month"

interface Period {
  readonly kind: Kind
  readonly name: string
  readonly first: string
  readonly last: string
}

/** The newest instant of a kind's report up to now, and until when it stays the newest. */
interface Newest {
  readonly settings: Settings
  readonly at: number
  readonly until: number
}

const dayMillis = 86_400_000
const kinds = ["week", "month"] as const
const reach = { week: 8, month: 32 }

const weekOf = (date: string): Period => {
  const first = plusDays(date, -weekdayOf(date))
  const thursday = plusDays(first, 3)
  const week = Math.floor((Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`)) / dayMillis / 7) + 1
  return { kind: "week", name: `${thursday.slice(0, 4)}-W${String(week).padStart(2, "0")}`, first, last: plusDays(first, 6) }
}

const monthOf = (date: string): Period => {
  const first = `${date.slice(0, 7)}-01`
  return { kind: "month", name: date.slice(0, 7), first, last: plusDays(`${plusDays(first, 31).slice(0, 7)}-01`, -1) }
}

const of = { week: weekOf, month: monthOf }

/** The last week or month that had ended before a day. */
export const endedBefore = (kind: Kind, date: string): Period => of[kind](plusDays(of[kind](date).first, -1))

const isDayOf = ({ weekly, monthly }: Settings["reports"], kind: Kind, date: string): boolean => {
  if (kind === "week") return weekly?.day === weekdayOf(date)
  const last = Number(monthOf(date).last.slice(8))
  return monthly !== null && Number(date.slice(8)) === Math.min(monthly.day, last)
}

/** The reports of weeks and months: which are due, which were sent, and what each states. */
export const reports = (clock: VirtualClock, almanac: Almanac, times: Times, { days, isClosed }: Book) => {
  const sent = new Set<string>()
  /** Periods that had nothing to report when their report was due, since the last start or reload. */
  const passedOver = new Set<string>()
  const unsent = { week: wait(clock), month: wait(clock) }
  const newest = new Map<Kind, Newest>()

  const instantsOf = (settings: Settings, kind: Kind): ReadonlyArray<number> => {
    const { minute } = (kind === "week" ? settings.reports.weekly : settings.reports.monthly) ?? {}
    if (minute === undefined) return []
    const today = almanac.dateAt(clock.wall())
    return Array.from({ length: 2 * reach[kind] + 1 }, (_, index) => plusDays(today, index - reach[kind]))
      .filter((date) => isDayOf(settings.reports, kind, date)).map((date) => almanac.nightOf(date, minute, "first"))
  }

  const newestOf = (kind: Kind): Newest => {
    const settings = times.settings()
    const known = newest.get(kind)
    const now = clock.wall()
    if (known?.settings === settings && known.at <= now && now < known.until) return known
    const instants = instantsOf(settings, kind)
    const found = {
      settings,
      at: instants.findLast((at) => at <= now) ?? -Infinity,
      until: instants.find((at) => at > now) ?? Infinity
    }
    newest.set(kind, found)
    return found
  }

  /** The last week or month that had ended at an instant. */
  const periodAt = (kind: Kind, at: number): Period => endedBefore(kind, times.dateOf(at))

  const finalIn = ({ first, last }: Period) => {
    const found: Array<{ readonly date: string; readonly cents: number; readonly source: string }> = []
    for (let date = first; date <= last; date = plusDays(date, 1)) {
      const day = days.get(date)
      if (day?.final === true) found.push({ date, cents: day.cents, source: day.source })
    }
    return found
  }

  /** What a report must state about the stored days. It has a mean only if there are enough days for one. */
  const contentOf = (period: Period) => {
    const final = finalIn(period)
    const counted = final.filter(({ source }) => source !== "generated")
    const first = [...days.keys()].reduce((a, b) => (a < b ? a : b), "9999")
    const others = Array.from({ length: 31 }, (_, index) => plusDays(period.first, index))
      .filter((date) => date <= period.last && date >= first && days.get(date)?.final !== true)
    const sum = (list: typeof final) => list.reduce((cents, day) => cents + day.cents, 0)
    const extreme = (isBetter: (a: number, b: number) => boolean) =>
      counted.reduce<string | null>((best, { cents, date }) => best === null || isBetter(cents, days.get(best)?.cents ?? 0) ? date : best,
        null)
    return {
      cents: sum(final),
      finalDays: final.length,
      generatedCents: sum(final) - sum(counted),
      countedDays: counted.length,
      missing: others.filter((date) => !isClosed(date)),
      closedDays: others.filter(isClosed).length,
      best: extreme((a, b) => a > b),
      worst: extreme((a, b) => a < b)
    }
  }

  return {
    /** @param alone whether nothing else was stored with it: then it must match the stored days */
    judge: ({ report }: Announcement, alone: boolean) => {
      if (report === undefined) return hold(false, "a report has its figures", times.now)
      const { period } = report
      const { at } = newestOf(period.kind)
      const why = () => `${period.name} at ${times.now()}`
      hold(at > -Infinity && clock.wall() - at <= dayMillis, "a report is sent at its time, or within a day of it", why)
      same("a report is about the last week or month that had ended at its time", period, periodAt(period.kind, at))
      hold(!sent.has(period.name), "each week and month has one report at most", why)
      hold(report.countedDays > 0, "there is no report about a period without a counted day", why)
      sent.add(period.name)
      if (!alone) return
      const { best, countedDays, generatedCents, window, worst } = report
      same("a report is that of the stored days", {
        cents: window.cents,
        finalDays: window.finalDays,
        generatedCents,
        countedDays,
        missing: window.missing,
        closedDays: window.closedDays,
        best: best?.date ?? null,
        worst: worst?.date ?? null
      }, contentOf(period))
    },
    /** Checks that no report has waited too long. */
    judgeTime: () => {
      for (const kind of kinds) {
        const { at } = newestOf(kind)
        const isRecent = clock.wall() - at < dayMillis - 2 * times.patience()
        const period = isRecent ? periodAt(kind, at) : undefined
        const isDue = period !== undefined && !sent.has(period.name) && !passedOver.has(period.name)
        const isTold = isDue && finalIn(period).some(({ source }) => source !== "generated")
        if (isDue && !isTold) passedOver.add(period.name)
        unsent[kind].notice(isTold)
        hold(!unsent[kind].exceeds(times.patience()), "a report is sent at its time, or at the next start within a day", () =>
          `${period?.name ?? kind} at ${times.now()}`)
      }
    },
    /** A start or a reload checks again. */
    begin: () => {
      passedOver.clear()
      unsent.week.end()
      unsent.month.end()
    }
  }
}

export type Reports = ReturnType<typeof reports>
