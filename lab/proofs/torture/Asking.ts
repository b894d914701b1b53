import Sqlite from "better-sqlite3"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { dice as diceOf } from "../Dice.ts"
import { site, start } from "../Service.ts"
import { cutoffOf, cutoffTime, shopDateAt } from "./Books.ts"
import { must } from "./Violation.ts"

/** In milliseconds. */
const slowestAnswer = 150
const longestLife = 250
const finalWithin = 30_000
const dayMillis = 86_400_000
/** The shop's clock at the first start. Its source is asked for an hour. */
const afterCutoff = 60_000

/** A till that answers every question late, each time with a different amount, and records its answers in cents. */
const openTill = async (seed: number) => {
  const dice = diceOf(seed)
  const answered: Array<number> = []
  let questions = 0
  const server = createServer((_, response) => {
    questions += 1
    const cents = dice.between(1, 900_000)
    setTimeout(() => {
      // The connection may have been cut before the answer arrived; it still counts as answered.
      answered.push(cents)
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify({ cents }))
    }, dice.between(0, slowestAnswer))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/day`,
    answered,
    questions: () => questions,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

/** A program that asks the till, and ends when the service dies. */
const program = (url: string): string =>
  `process.stdin.on("end", () => process.exit(1)).resume().unref();` +
  `fetch("${url}").then((answer) => answer.json()).then(({ cents }) => console.log(JSON.stringify({ amount: cents / 100 })))`

/** Kills the service repeatedly while it asks a till. The day gets one of the answers, once, with one message. */
export const killedWhileAsking = async (seed: number, kills: number): Promise<string> => {
  const dice = diceOf(seed)
  const till = await openTill(seed)
  const home = site()
  const ahead = cutoffOf(shopDateAt(Date.now() + dayMillis)) + afterCutoff - Date.now()
  home.configure({ cutoff_time: cutoffTime, amount_source: { kind: "command", run: ["node", "-e", program(till.url)] } })
  try {
    for (let kill = 0; kill < kills; kill++) {
      const before = till.questions()
      const service = start(home, { ahead })
      const ended = service.ended
      for (let waited = 0; till.questions() === before && waited < finalWithin; waited += 5) {
        // A day that is final is not asked for again.
        if (waited % 500 === 0 && readDay(home.database) !== undefined) break
        await sleep(5)
      }
      await sleep(dice.between(0, longestLife))
      service.signal("SIGKILL")
      await ended
    }
    const service = start(home, { ahead })
    await service.ready
    for (const end = performance.now() + finalWithin; readDay(home.database) === undefined;) {
      must(performance.now() < end, () => `the day has no figure ${finalWithin / 1000} s after the last start`)
      await sleep(50)
    }
    service.signal("SIGTERM")
    must(await service.ended === 0, () => "expected exit code 0 after SIGTERM")
    const day = readDay(home.database)
    const database = new Sqlite(home.database, { readonly: true })
    const records = database.prepare("SELECT after_cents FROM audit WHERE action = 'feed'").pluck().all() as Array<number>
    const messages = database.prepare("SELECT count(*) FROM notification").pluck().get()
    database.close()
    must(records.length === 1 && messages === 1, () =>
      `the day has ${records.length} records and ${messages} messages, expected one of each`)
    must(records[0] === day && till.answered.includes(day ?? -1), () => `${day} was stored, which the till has not answered`)
    return `killed while asking a till: ${kills} times, ${till.questions()} questions, one figure, one record, one message`
  } finally {
    till.close()
    home.remove()
  }
}

/** The day's figure in cents; undefined if there is none, or no database. */
const readDay = (path: string): number | undefined => {
  try {
    const database = new Sqlite(path, { readonly: true, fileMustExist: true })
    try {
      return database.prepare("SELECT amount_cents FROM turnover WHERE is_final = 1").pluck().get() as number | undefined
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}
