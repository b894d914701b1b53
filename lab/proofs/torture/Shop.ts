import { setTimeout as sleep } from "node:timers/promises"
import { start as startDouble } from "../../../test/lib/FeishuDouble.ts"
import { dice as diceOf } from "../Dice.ts"
import { caller } from "../Http.ts"
import { type Service, site, start } from "../Service.ts"
import { books as openBooks, cutoffOf, cutoffTime, shopDateAt } from "./Books.ts"
import { deliveries as openDeliveries } from "./Deliveries.ts"
import { type Moment, moments, reach } from "./Moments.ts"
import { plantOpenDay, takeSnapshot } from "./Snapshot.ts"
import { must, Violation } from "./Violation.ts"
import type { ImportSize } from "./Writes.ts"

export interface ShopReport {
  readonly kills: Readonly<Record<Moment, number>>
  readonly days: number
  readonly corrections: { readonly sent: number; readonly acknowledged: number; readonly stored: number }
  readonly imports: { readonly sent: number; readonly acknowledged: number; readonly stored: number }
  readonly messages: number
  /** Requests that a kill left without a record, and messages that arrived twice because of such a kill or a lost reply. */
  readonly cutOff: number
  readonly twice: number
  /** Messages that failed by the rules: no format was accepted, or 24 hours passed without a clear reply. */
  readonly givenUp: number
}

const manyRows = 5_000
const dayMillis = 86_400_000
const drainWithin = 600_000

/** The bot accepts 90 messages a minute, so an import whose messages must all be sent is small, or has a digest. */
const importSizes: readonly [ImportSize, ...Array<ImportSize>] = [{ notify: "digest", rows: manyRows }, {
  notify: "digest",
  rows: manyRows
}, { notify: "per_row", rows: 3 }]

/**
 * One kill in this many comes after a large import with one message per row. Its messages are never all sent: every process sends
 * as fast as it may, and all processes together must stay within the bot's limits.
 */
const oneInSoMany = 4
const rowByRow: ImportSize = { notify: "per_row", rows: manyRows }
const withoutBacklog = moments.filter((moment) => moment !== "backlog")

/**
 * One installation that is killed repeatedly: each process is brought to a moment and killed, and its database is compared with the
 * books. The last process runs until no message is pending, and everything must have been sent.
 */
export const tortureShop = async (seed: number, kills: number, progress: () => void): Promise<ShopReport> => {
  const dice = diceOf(seed)
  const books = openBooks()
  const deliveries = openDeliveries()
  const double = await startDouble()
  const home = site()
  const counts: Record<Moment, number> = { start: 0, settlement: 0, cutoff: 0, import: 0, correction: 0, delivery: 0, backlog: 0 }
  let ahead = 0
  let startup = 500
  let planted = 0
  let lastMessage = 0
  let lastAttempt = 0
  let requestsRead = 0

  const shopNow = () => Date.now() + ahead

  /** Moves the shop's clock forward to `afterCutoff` milliseconds after the next day's cutoff. */
  const moveClockTo = (afterCutoff: number) => {
    ahead += cutoffOf(shopDateAt(shopNow() + dayMillis)) + afterCutoff - shopNow()
  }

  const configure = (notify: "digest" | "per_row") =>
    home.configure({ chat_webhook_url: double.url, cutoff_time: cutoffTime, import_notify: notify })

  /** Compares the database, while no process runs, with the books and with the requests to the bot. */
  const examine = async (wasKilled: boolean, whole = false) => {
    // Requests of the killed process may still be on their way to the double of the bot.
    await sleep(20)
    const { hash: auditHash, id: auditId } = books.head()
    const snapshot = await takeSnapshot(home.database, { auditId, auditHash, messageId: lastMessage, attemptId: lastAttempt }, { whole })
    if (snapshot === undefined) return must(auditId === 0, () => "the database is missing")
    books.examine(snapshot)
    deliveries.examine(snapshot, double.requests.slice(requestsRead), wasKilled)
    lastMessage = snapshot.messages.at(-1)?.id ?? lastMessage
    lastAttempt = snapshot.attempts.at(-1)?.id ?? lastAttempt
    requestsRead = double.requests.length
    return snapshot
  }

  const plant = () => {
    const date = shopDateAt(Date.parse("2014-01-01") + planted++ * dayMillis)
    plantOpenDay(home.database, date, planted)
    books.plant(date, planted)
  }

  const killOnce = async (moment: Moment, { notify, rows }: ImportSize) => {
    const untilCutoff = Math.round(startup) + dice.between(100, 600)
    if (moment === "settlement") moveClockTo(dice.between(0, 5_000))
    if (moment === "cutoff") moveClockTo(-untilCutoff)
    if (moment === "settlement" && books.head().id > 0 && dice.chance(0.5)) plant()
    configure(notify)
    const began = performance.now()
    const service = start(home, { ahead })
    service.ready.then(() => startup = performance.now() - began, () => undefined)
    try {
      await reach(moment, { books, database: home.database, dice, double, service, startup, untilCutoff, notify, rows })
    } finally {
      service.signal("SIGKILL")
      await service.ended
    }
    counts[moment]++
    await examine(true)
    progress()
  }

  const untilAllSent = async (service: Service) => {
    const http = caller(await service.ready)
    try {
      for (const end = performance.now() + drainWithin; performance.now() < end; await sleep(250)) {
        const { notifications } = await http.json("/api/health") as { notifications: { pending: number } }
        if (notifications.pending === 0) break
      }
      const verified = await http.json("/api/admin/audit/verify")
      const records = books.head().id + books.dueOn(shopDateAt(shopNow()))
      must(verified["ok"] === true && verified["records"] === records, () =>
        `audit verification returned ${JSON.stringify(verified)}, expected ok with ${records} records`)
    } finally {
      http.close()
    }
  }

  try {
    const atBacklog = Math.ceil(kills / oneInSoMany)
    for (let index = 0; index < kills - atBacklog; index++) {
      await killOnce(withoutBacklog[index] ?? withoutBacklog[dice.between(0, withoutBacklog.length - 1)] ?? "start", dice.pick(importSizes))
    }
    moveClockTo(1_000)
    configure("digest")
    const service = start(home, { ahead })
    await untilAllSent(service)
    service.signal("SIGTERM")
    must(await service.ended === 0, () => "expected exit code 0 after SIGTERM")
    await examine(false, true)
    must(books.settled.has(shopDateAt(shopNow())), () => "the last day was not settled")
    for (const [date, { isFinal }] of books.days) must(isFinal, () => `${date} was never made final`)
    deliveries.holdComplete()
    const hasBacklog = () =>
      [...books.imports.values()].some(({ notify, rows, stored }) => notify === "per_row" && rows === manyRows && stored > 0)
    for (let index = 0; index < atBacklog; index++) await killOnce(hasBacklog() ? "backlog" : "import", rowByRow)
    const corrections = [...books.corrections.values()]
    const imports = [...books.imports.values()]
    home.remove()
    return {
      kills: counts,
      days: books.settled.size,
      corrections: {
        sent: corrections.length,
        acknowledged: corrections.filter(({ acknowledged }) => acknowledged).length,
        stored: corrections.filter(({ stored }) => stored).length
      },
      imports: {
        sent: imports.length,
        acknowledged: imports.filter(({ acknowledged }) => acknowledged).length,
        stored: imports.filter(({ stored }) => stored > 0).length
      },
      messages: deliveries.arrived(),
      cutOff: deliveries.cutOff(),
      twice: deliveries.twice(),
      givenUp: deliveries.failed()
    }
  } catch (error) {
    const where = `seed ${seed}, after ${Object.values(counts).reduce((sum, count) => sum + count, 0)} kills, files kept in ${home.folder}`
    throw new Violation(`${error instanceof Error ? error.message : String(error)} (${where})`, { cause: error })
  } finally {
    await double.close()
  }
}
