import Sqlite from "better-sqlite3"
import { setTimeout as sleep } from "node:timers/promises"
import { caller } from "../Http.ts"
import { residentMemory, type Site, site, start } from "../Service.ts"
import { readers as startReaders } from "./Readers.ts"
import { type Refresh, watchers as startWatchers } from "./Watchers.ts"

interface SoakOptions {
  readonly seconds: number
  readonly streams: number
  /** The shortest time between two changes, so that each refresh can be matched to its change; 1.5 s by default. */
  readonly quietMillis?: number
  readonly progress?: (sentence: string) => void
}

interface SoakReport {
  readonly requests: number
  readonly errors: number
  readonly medianMillis: number
  readonly p99Millis: number
  /** Mean resident memory in MiB, minute by minute. */
  readonly memory: ReadonlyArray<number>
  /** Milliseconds from the cutoff to the settlement's commit. */
  readonly settledAfter: number
  /** The number of changes, and the longest time in milliseconds from a change's request to the refresh of the last stream. */
  readonly changes: number
  readonly refreshedAfter: number
  readonly openedWithin: number
}

const minute = 60
const days = 730
const dayMillis = 86_400_000
/** Not near a full hour, because the hourly runs refresh the pages, too. */
const cutoffTime = "12:30"

const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

const dateOf = (millis: number) => new Date(millis).toISOString().slice(0, 10)

/** How many milliseconds the shop's clock must be ahead so that tomorrow's cutoff comes after the given time. */
const aheadOf = (untilCutoff: number, now: number) => Date.parse(`${dateOf(now + dayMillis)}T${cutoffTime}:00+08:00`) - untilCutoff - now

const must = (holds: boolean, sentence: string) => {
  if (!holds) throw new Error(sentence)
}

/** The refresh caused by a change that was requested at `asked`. */
const refreshOf = (refreshes: ReadonlyArray<Refresh>, asked: number) => refreshes.find(({ first }) => first >= asked)

/** When a day was settled: milliseconds since 1970, by the shop's clock. */
const settlementOf = (database: string, date: string): number => {
  const db = new Sqlite(database, { readonly: true })
  try {
    const found = db.prepare("SELECT created_at FROM audit WHERE action = 'generate' AND date = ?").all(date) as Array<
      { created_at: number }
    >
    must(found.length === 1, `${date} was settled ${found.length} times`)
    return found[0]?.created_at ?? 0
  } finally {
    db.close()
  }
}

/** Fills the database; returns the service's start time in milliseconds. */
const storeSampleDays = async (home: Site): Promise<number> => {
  const yesterday = Date.now() - dayMillis
  const rows = Array.from({ length: days }, (_, index) => `${dateOf(yesterday - index * dayMillis)},${1000 + index}.50\n`)
  home.configure({ cutoff_time: cutoffTime, import_notify: "none" })
  const began = performance.now()
  const service = start(home)
  const http = caller(await service.ready)
  const startup = performance.now() - began
  const { status, text } = await http.call("/api/admin/import", {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body: rows.join("")
  })
  must(status === 200, `import of the sample days: expected 200, got ${status} ${text}`)
  http.close()
  service.signal("SIGTERM")
  await service.ended
  return startup
}

/** Puts load on the service for the given time: readers, event streams, one settlement and repeated corrections. */
export const soaking = async ({ progress = () => undefined, quietMillis = 1_500, seconds, streams }: SoakOptions): Promise<SoakReport> => {
  const home = site()
  const startup = await storeSampleDays(home)
  const untilCutoff = Math.round(2 * startup + seconds * 500)
  const began = Date.now()
  const ahead = aheadOf(untilCutoff, began)
  const service = start(home, { ahead })
  try {
    const port = await service.ready
    const http = caller(port, { connections: 4 })
    const watchers = await startWatchers({ port, streams, quietMillis })
    const readers = startReaders(port)
    const startedAt = performance.now()
    const millisToCutoff = () => began + untilCutoff - (performance.timeOrigin + performance.now())
    must(millisToCutoff() > quietMillis, "the cutoff came before all event streams were open: use fewer streams or a faster machine")
    const samples: Array<{ second: number; mebibytes: number }> = []
    const asked: Array<number> = []
    const every = Math.max(3, Math.min(20, seconds / 4))
    for (let second = 0; second < seconds; second++) {
      await sleep(Math.max(0, startedAt + second * 1000 - performance.now()))
      samples.push({ second, mebibytes: residentMemory(service.pid) })
      must(readers.faults.length === 0, readers.faults.join("; "))
      must(watchers.faults.length === 0, watchers.faults.join("; "))
      if (second > 0 && second % minute === 0)
        progress(`  ${second / minute} min, ${readers.requests()} requests, ${residentMemory(service.pid).toFixed(1)} MiB`)
      // Corrections keep away from the settlement's refresh, so that each refresh is measured alone.
      if (second % every !== 1 || Math.abs(millisToCutoff()) < quietMillis + 500 || second > seconds - 2) continue
      asked.push(performance.timeOrigin + performance.now())
      const answer = await http.correct({ date: dateOf(began - dayMillis), amount: 2000 + second, reason: `soak ${second}` })
      must(answer.status === 200, `a correction: expected 200, got ${answer.status} ${answer.text}`)
    }
    // If this start was quicker than the previous one, the cutoff has not come yet.
    await sleep(Math.max(0, millisToCutoff()) + 2 * quietMillis)
    await readers.stop()
    must(watchers.faults.length === 0, watchers.faults.join("; "))
    await watchers.stop()

    const today = dateOf(began + ahead + 8 * 3_600_000)
    const verified = await http.json("/api/admin/audit/verify")
    must(verified["ok"] === true, "the audit chain does not verify")
    const settledAt = settlementOf(home.database, today)
    const cutoffAt = Date.parse(`${today}T${cutoffTime}:00+08:00`)
    const moments = [...asked, began + untilCutoff]
    const delays = moments.map((at) => {
      const refresh = refreshOf(watchers.refreshes, at)
      must(refresh?.streams === streams, `${refresh?.streams ?? 0} of ${streams} streams were refreshed`)
      return (refresh?.last ?? Infinity) - at
    })
    const memory = Array.from({ length: Math.floor(seconds / minute) }, (_, index) =>
      mean(samples.filter(({ second }) => Math.floor(second / minute) === index).map(({ mebibytes }) => mebibytes)))
    const report = {
      requests: readers.requests(),
      errors: readers.faults.length + watchers.faults.length,
      medianMillis: readers.percentile(50),
      p99Millis: readers.percentile(99),
      memory,
      settledAfter: settledAt - cutoffAt,
      changes: asked.length,
      refreshedAfter: Math.max(...delays),
      openedWithin: watchers.openedWithin
    }
    http.close()
    service.signal("SIGTERM")
    must(await service.ended === 0, "expected exit code 0 after SIGTERM")
    return report
  } finally {
    service.signal("SIGKILL")
    await service.ended
    home.remove()
  }
}
