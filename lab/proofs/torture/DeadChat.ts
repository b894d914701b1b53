import Sqlite from "better-sqlite3"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { type RecordedRequest, start as startDouble } from "../../../test/lib/FeishuDouble.ts"
import { type Dice, dice as diceOf } from "../Dice.ts"
import { caller } from "../Http.ts"
import { site, start } from "../Service.ts"
import { carries } from "./ChatFacts.ts"
import type { Announcement } from "./Snapshot.ts"
import { must } from "./Violation.ts"

/** In milliseconds. */
const longestLife = 700
const deliveredWithin = 60_000
const rateLimited = 11232

/** A bot that accepts requests and never replies, cuts the connection, or has an internal error. */
const openDead = async (dice: Dice) => {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    dice.pick<() => unknown>([() => undefined, () => request.socket.destroy(), () => response.writeHead(503).end()])()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/open-apis/bot/v2/hook/dead`,
    requests: () => requests,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

interface Stored {
  readonly chat: string
  readonly state: string
  readonly announcement: Announcement
}

const readMessages = (path: string): ReadonlyArray<Stored> => {
  const database = new Sqlite(path)
  try {
    const rows = database.prepare("SELECT chat, state, announcement FROM notification ORDER BY id").all() as Array<
      { chat: string; state: string; announcement: string }
    >
    return rows.map(({ announcement, ...row }) => ({ ...row, announcement: JSON.parse(announcement) as Announcement }))
  } finally {
    database.close()
  }
}

/** Checks that messages arrive in order. After a kill, a message may come again, because nobody knew that it had arrived. */
const judgeOrder = (arrived: ReadonlyArray<RecordedRequest>, messages: ReadonlyArray<Stored>): number => {
  let [next, twice] = [0, 0]
  for (const request of arrived) {
    const [due, before] = [messages[next], messages[next - 1]]
    if (due !== undefined && carries(request, due.announcement)) next++
    else if (before !== undefined && carries(request, before.announcement)) twice++
    else must(false, () => `the chat was sent ${request.body} where message ${next + 1} was due, ${JSON.stringify(due)}`)
  }
  must(next === messages.length, () => `${next} of ${messages.length} messages have arrived`)
  return twice
}

/**
 * Kills the service repeatedly while it sends to two chats, one of which is dead. Changes that got 200 wait for both chats, and
 * after the last start the other chat has all of them, in order.
 */
export const deadChat = async (seed: number, kills: number): Promise<string> => {
  const dice = diceOf(seed)
  const [dead, double] = [await openDead(dice), await startDouble()]
  const home = site()
  const isFirstDead = dice.chance(0.5)
  const [first, second] = isFirstDead ? [dead.url, double.url] : [double.url, dead.url]
  const alive = isFirstDead ? "office" : "main"
  home.configure({ chat_webhook_url: first, chats: [{ name: "office", url: second }] })
  const acknowledged: Array<string> = []
  let sent = 0

  const correct = async (http: ReturnType<typeof caller>) => {
    const reason = `c${++sent}`
    const answer = await http.correct({ date: `2015-01-${String(1 + sent % 28).padStart(2, "0")}`, amount: sent, reason })
      .catch(() => undefined)
    must(answer === undefined || answer.status === 200, () => `a correction was answered ${answer?.status}`)
    if (answer !== undefined) acknowledged.push(reason)
  }

  /** Starts the service, sends corrections, and ends the process with SIGKILL after `work`. */
  const live = async (work: (http: ReturnType<typeof caller>, answered: Promise<unknown>) => Promise<unknown>) => {
    const service = start(home)
    const http = caller(await service.ready)
    const corrections = Array.from({ length: dice.between(1, 3) }, () => correct(http))
    try {
      await work(http, Promise.all(corrections))
    } finally {
      service.signal("SIGKILL")
      await Promise.all([service.ended, ...corrections])
      http.close()
    }
  }

  try {
    for (let kill = 0; kill < kills; kill++) await live(() => sleep(dice.between(0, longestLife)))
    await live(async (http, answered) => {
      await answered
      for (const end = performance.now() + deliveredWithin;; await sleep(100)) {
        const { notifications } = await http.json("/api/health") as {
          notifications: { chats: ReadonlyArray<{ name: string; pending: number }> }
        }
        const pending = notifications.chats.find(({ name }) => name === alive)?.pending
        if (pending === 0) return
        must(performance.now() < end, () => `${pending} messages wait for ${alive}, ${deliveredWithin / 1000} s after the last start`)
      }
    })
    const messages = readMessages(home.database)
    const [own, others] = [messages.filter(({ chat }) => chat === alive), messages.filter(({ chat }) => chat !== alive)]
    must(own.every(({ state }) => state === "delivered"), () => `a message for ${alive} was not delivered: ${JSON.stringify(own)}`)
    must(others.every(({ state }) => state === "pending"), () => `a message for the dead chat does not wait: ${JSON.stringify(others)}`)
    for (const chat of [own, others]) {
      const reasons = chat.map(({ announcement }) => announcement.reason ?? "")
      must(acknowledged.every((reason) => reasons.filter((one) => one === reason).length === 1), () =>
        `expected one message for each of ${acknowledged.join(" ")}, found ${reasons.join(" ")}`)
    }
    must(double.requests.every(({ code }) => code !== rateLimited), () => "the bot's limits were exceeded")
    const twice = judgeOrder(double.delivered(), own)
    must(twice <= kills, () => `${twice} messages arrived twice after ${kills} kills`)
    return `one of two chats dead: ${kills} kills, ${own.length} messages arrived in the other, in order, ${twice} of them twice; ` +
      `${others.length} wait after ${dead.requests()} attempts`
  } finally {
    dead.close()
    await double.close()
    home.remove()
  }
}
