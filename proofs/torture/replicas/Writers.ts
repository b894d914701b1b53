import { setTimeout as sleep } from "node:timers/promises"
import type { Dice } from "../../Dice.ts"
import type { Caller } from "../../Http.ts"
import type { Books } from "../Books.ts"
import { must } from "../Violation.ts"
import { newCorrection, sendImport } from "../Writes.ts"
import type { Replica } from "./Replica.ts"

const dayRows = 200

/**
 * Sends corrections and imports to random replicas. A correction without a response is repeated with its key, each time at a random
 * replica, until it gets one. The bot accepts 90 messages a minute; there are more corrections than that, so some messages wait.
 */
export const writers = (books: Books, dice: Dice, replicas: ReadonlyArray<Replica>) => {
  let ended = false
  let repeated = 0

  const any = async (): Promise<Caller> => {
    while (true) {
      const http = replicas[dice.between(0, replicas.length - 1)]?.http()
      if (http !== undefined) return http
      await sleep(20)
    }
  }

  const correct = async () => {
    const { correction, sent } = newCorrection(books, dice)
    const request = { ...correction, key: correction.reason }
    while (true) {
      const answer = await (await any()).correct(request).catch(() => undefined)
      if (answer?.status === 200) return void (sent.acknowledged = true)
      // If the connection to the database was lost meanwhile, it is unknown whether the change is stored.
      must(answer === undefined || answer.status === 503, () => `a correction was answered ${answer?.status} ${answer?.text}`)
      repeated++
      await sleep(dice.between(20, 200))
    }
  }

  const inTurn = async (one: () => Promise<unknown>, shortest: number, longest: number) => {
    while (!ended) {
      await one()
      await sleep(dice.between(shortest, longest))
    }
  }

  const importDays = async () => {
    const status = await sendImport(await any(), books, { notify: "digest", rows: dayRows }, { unavailableIsUnknown: true })
    must(status === undefined || status === 200 || status === 503, () => `an import was answered ${status}`)
  }

  const running = Promise.all([inTurn(correct, 300, 1_500), inTurn(correct, 300, 1_500), inTurn(importDays, 1_500, 4_000)])
  running.catch(() => undefined)
  return {
    repeated: () => repeated,
    /** The failure of a writer, as soon as there is one. */
    failure: new Promise<never>((_, reject) => running.catch(reject)),
    end: async () => {
      ended = true
      await running
    }
  }
}
