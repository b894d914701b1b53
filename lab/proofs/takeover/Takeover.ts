import { setTimeout as sleep } from "node:timers/promises"
import { dice } from "../Dice.ts"
import { caller } from "../Http.ts"
import { command, site } from "../Service.ts"
import { must, Violation } from "../torture/Violation.ts"
import { startChat } from "./Chat.ts"
import { type Member, startFleet } from "./Fleet.ts"
import { startServer } from "./Server.ts"
import { type StrikeName, strikes } from "./Strikes.ts"
import { judge } from "./Verdict.ts"
import { startWriters } from "./Writers.ts"

const day = 86_400_000
const writers = 3
const servedWithin = 60_000
const aloneWithin = 5_000
const settledWithin = 30_000
const deliveredWithin = 240_000

interface Options {
  readonly rounds: number
  readonly kinds: ReadonlyArray<StrikeName>
  /** Called after each round, with the milliseconds from the strike to the first acknowledged change. */
  readonly progress: (kind: StrikeName, takeover: number) => void
}

/** Milliseconds until `is` holds; fails after `limit`. */
const until = async (what: string, limit: number, is: () => Promise<boolean>): Promise<void> => {
  for (const end = performance.now() + limit; !(await is().catch(() => false)); await sleep(50))
    must(performance.now() < end, () => `${what}: not within ${limit / 1000} s`)
}

const answers = async ({ port }: Member): Promise<boolean> => {
  const { call, close } = caller(port, { patience: 500 })
  return await call("/api/metrics").then(({ status }) => status === 200, () => false).finally(close)
}

/**
 * Attacks three processes that serve one database in turn, while clients write, days are settled and messages are sent. Each round
 * strikes the process that serves, shortly before or after the next day's cutoff.
 */
export const attack = async (seed: number, { kinds, progress, rounds }: Options) => {
  const chance = dice(seed)
  const home = site()
  const server = await startServer()
  const chat = await startChat(() => chance.between(5, 120))
  home.configure({
    chat_webhook_url: chat.url,
    chat_kind: "webhook",
    chat_secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
    cutoff_time: "23:00"
  })
  const fleet = await startFleet(home, server)

  const serving = async () => {
    for (const end = performance.now() + servedWithin; performance.now() < end; await sleep(50)) {
      const lock = await server.holder()
      const holder = fleet.members.find(({ pid }) => pid() === lock?.process)
      if (holder !== undefined && lock !== undefined && await answers(holder)) return { holder, backend: lock.backend }
    }
    throw new Violation(`no process serves the database within ${servedWithin / 1000} s`)
  }

  let ahead = 0
  const settled: Array<string> = []
  const begun: Array<number> = []
  /** Moves all clocks to shortly before the next day's cutoff; returns that instant. */
  const approachCutoff = async (): Promise<number> => {
    const wall = Date.now() + ahead
    const date = new Date(wall + 8 * 3_600_000 + day).toISOString().slice(0, 10)
    const cutoff = Date.parse(`${date}T23:00:00+08:00`)
    ahead += cutoff - chance.between(300, 2_500) - wall
    await server.setClock(ahead)
    fleet.setClock(ahead)
    settled.push(date)
    return cutoff
  }

  await serving()
  const clients = startWriters(fleet.members, chance, writers)
  for (let round = 0; round < rounds; round++) {
    const kind = kinds[round % kinds.length] ?? "stop"
    await clients.acknowledged(performance.now())
    const { backend, holder } = await serving()
    // A process that was paused answers until it has noticed that it lost the database.
    await until(`only ${holder.name} answers`, aloneWithin, async () => {
      const others = await Promise.all(fleet.members.filter((one) => one !== holder).map(answers))
      return !others.includes(true)
    })
    const cutoff = await approachCutoff()
    await sleep(chance.between(100, 900))
    begun.push(performance.now())
    const struck = await strikes[kind]({ backend, fleet, holder, server, writers: clients })
    const first = await clients.acknowledged(struck.at, (by) => !struck.isLost || by !== holder.name)
    await struck.after()
    progress(kind, first.at - struck.at)
    // A cutoff at which no process runs would rightly leave the day unsettled.
    await until(`${settled.at(-1)} is settled`, settledWithin, async () =>
      Date.now() + ahead > cutoff &&
      (await server.rows("SELECT 1 FROM turnover WHERE date = $1 AND is_final = 1", [settled.at(-1)])).length > 0)
  }
  await clients.stop()
  await until("all messages are delivered", deliveredWithin,
    async () => (await server.rows("SELECT 1 FROM notification WHERE state = 'pending'")).length === 0)
  await sleep(500)
  const found = await judge(server, { sent: clients.sent, arrivals: chat.arrivals, settled, begun })
  const verified = await command({ ...home, databaseUrl: server.urlBy(server.port) }, "audit", "verify")
  must(verified.code === 0, () => `audit verify: ${verified.errorOutput}`)
  await fleet.close()
  chat.close()
  server.close()
  home.remove()
  return { ...found, days: settled.length }
}
