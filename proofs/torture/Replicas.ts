import { setTimeout as sleep } from "node:timers/promises"
import { start as startDouble } from "../../test/lib/FeishuDouble.ts"
import { dice as diceOf } from "../Dice.ts"
import { site } from "../Service.ts"
import { books as openBooks, cutoffOf, cutoffTime, shopDateAt } from "./Books.ts"
import { arrivals as openArrivals } from "./replicas/Arrivals.ts"
import { replica } from "./replicas/Replica.ts"
import { startServer } from "./replicas/Server.ts"
import { type Kind, kinds, strikes as openStrikes } from "./replicas/Strikes.ts"
import { writers as startWriters } from "./replicas/Writers.ts"
import { must, Violation } from "./Violation.ts"

interface ReplicasReport {
  readonly strikes: Readonly<Record<Kind, number>>
  readonly days: number
  readonly corrections: { readonly sent: number; readonly repeated: number }
  readonly imports: { readonly sent: number; readonly acknowledged: number; readonly stored: number }
  readonly records: number
  readonly messages: { readonly arrived: number; readonly twice: number; readonly late: number }
  /** Milliseconds from each strike until another replica held the lease. */
  readonly takeovers: ReadonlyArray<number>
}

interface ReplicasOptions {
  readonly kills: number
  readonly replicas: number
  /** How long a paused or disconnected replica is away, in milliseconds. */
  readonly pauseMillis: number
  readonly takeoverWithin: number
  readonly progress?: () => void
}

const dayMillis = 86_400_000
const killsPerRound = 20
/** The cutoff comes while replicas are struck. */
const beforeCutoff = 8_000
const drainWithin = 300_000

/** The strikes to do: for this many kills, one strike of each other kind. */
const killsForOne: Readonly<Record<Exclude<Kind, "killed">, number>> = {
  paused: 8,
  cut: 5,
  unreachable: 12,
  "server restarted": 15,
  "server killed": 15
}

/**
 * Several replicas on one server. Processes, connections and the server are struck while all replicas accept writes and a cutoff
 * comes. Then everything is repaired, and the database is compared with the requests and with the messages to the bot. Between two
 * rounds, the clock moves to the next day's cutoff.
 */
export const tortureReplicas = async (
  seed: number,
  { kills, pauseMillis, progress = () => undefined, replicas: count, takeoverWithin }: ReplicasOptions
): Promise<ReplicasReport> => {
  const dice = diceOf(seed)
  const books = openBooks()
  const arrivals = openArrivals()
  const double = await startDouble()
  const server = await startServer()
  const home = site()
  home.configure({ chat_webhook_url: double.url, cutoff_time: cutoffTime, import_notify: "digest" })
  const replicas = await Promise.all(Array.from({ length: count }, (_, index) => replica(home, server, `replica-${index + 1}`)))
  const total = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>
  const takeovers: Array<number> = []
  let ahead = 0
  let repeated = 0
  let lastMessage = 0
  let requestsRead = 0

  const struck = () => Object.values(total).reduce((sum, one) => sum + one, 0)

  const plan = (first: number, last: number): ReadonlyArray<Kind> => {
    const planned: Array<Kind> = []
    for (let kill = first; kill < last; kill++) {
      planned.push("killed")
      for (const kind of kinds) if (kind !== "killed" && kill % killsForOne[kind] === 0) planned.push(kind)
    }
    return planned
  }

  const untilAllSent = async () => {
    for (const end = performance.now() + drainWithin; performance.now() < end; await sleep(250)) {
      const answers = await Promise.all(replicas.map((one) => one.http()?.json("/api/health").catch(() => undefined)))
      const waiting = answers.map((answer) => (answer as { notifications?: { pending: number } } | undefined)?.notifications?.pending)
      if (waiting.every((pending) => pending === 0)) return
    }
  }

  /** Checks that every replica has the same figures. */
  const agree = async () => {
    for (const end = performance.now() + 5_000;; await sleep(100)) {
      const exports = await Promise.all(replicas.map(async (one) => (await one.http()?.call("/api/export"))?.text))
      if (exports.every((text) => text !== undefined && text === exports[0])) return
      must(performance.now() < end, () => `the replicas differ: ${exports.map((text) => text?.length).join(", ")} bytes of export`)
    }
  }

  const round = async (planned: ReadonlyArray<Kind>) => {
    const now = Date.now() + ahead
    ahead += cutoffOf(shopDateAt(now + dayMillis)) - beforeCutoff - now
    const day = shopDateAt(Date.now() + ahead)
    // A process whose clock differs from the server's settles and sends nothing.
    await server.setClock(ahead)
    await Promise.all(replicas.map((one) => one.start(ahead)))
    const field = openStrikes({ ahead, dice, pauseMillis, replicas, server, takeoverWithin })
    const writing = startWriters(books, dice, replicas)
    const strikeAll = async () => {
      for (const kind of planned) {
        await sleep(dice.between(200, 1_500))
        await field.strike(kind)
        total[kind]++
        progress()
      }
      while (Date.now() + ahead < cutoffOf(day) + 1_000) await sleep(100)
      await field.settled()
    }
    await Promise.race([strikeAll(), writing.failure, field.failure])
    await writing.end()
    await untilAllSent()
    await agree()
    takeovers.push(...field.takeovers)
    repeated += writing.repeated()
    for (const one of replicas) await one.stop()
    const { hash: auditHash, id: auditId } = books.head()
    const snapshot = await server.snapshot({ auditId, auditHash, messageId: lastMessage, attemptId: 0 })
    books.examine(snapshot)
    arrivals.examine(snapshot, double.requests.slice(requestsRead), struck())
    must(books.settled.has(day), () => `${day} was not settled`)
    lastMessage = snapshot.messages.at(-1)?.id ?? lastMessage
    requestsRead = double.requests.length
  }

  try {
    for (let done = 0; done < kills; done += killsPerRound) await round(plan(done, Math.min(kills, done + killsPerRound)))
    const imports = [...books.imports.values()]
    home.remove()
    return {
      strikes: total,
      days: books.settled.size,
      corrections: { sent: books.corrections.size, repeated },
      imports: {
        sent: imports.length,
        acknowledged: imports.filter(({ acknowledged }) => acknowledged).length,
        stored: imports.filter(({ stored }) => stored > 0).length
      },
      records: books.head().id,
      messages: { arrived: arrivals.arrived(), twice: arrivals.twice(), late: arrivals.late() },
      takeovers
    }
  } catch (error) {
    const where = `seed ${seed}, after ${struck()} strikes, files kept in ${home.folder}`
    throw new Violation(`${error instanceof Error ? error.message : String(error)} (${where})`, { cause: error })
  } finally {
    await Promise.all(replicas.map((one) => one.kill()))
    await double.close()
    await server.close()
  }
}
