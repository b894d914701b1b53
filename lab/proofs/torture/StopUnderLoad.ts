import { setTimeout as sleep } from "node:timers/promises"
import { dice as diceOf } from "../Dice.ts"
import { withInstallation } from "./Installation.ts"
import { must } from "./Violation.ts"
import { sendCorrection } from "./Writes.ts"

const writers = 16
const readers = 8
const endsWithin = 12_000

/** SIGTERM under load: each change that got 200 is stored, and the exit code is 0. */
export const stopUnderLoad = async (seed: number, rounds: number): Promise<string> => {
  let acknowledged = 0
  let unanswered = 0
  let slowest = 0
  for (let round = 0; round < rounds; round++) {
    await withInstallation(seed + round, {}, async ({ books, dice, http, service }) => {
      let ended = false
      const before = acknowledged
      const write = async () => {
        while (!ended) {
          const status = await sendCorrection(http, books, dice)
          must(status === undefined || status === 200 || status === 503, () => `a correction was answered ${status} during a stop`)
          if (status === 200) acknowledged++
          else unanswered++
          // Connections that are refused at once must not delay this process's exit event.
          if (status !== 200) await sleep(5)
        }
      }
      const read = async () => {
        while (!ended) await http.call("/api/revenue?days=3660").catch(() => sleep(5))
      }
      const working = Promise.all([...Array.from({ length: writers }, write), ...Array.from({ length: readers }, read)])
      await sleep(diceOf(seed + round).between(50, 600))
      // A busy machine may not have answered yet.
      while (acknowledged === before) await sleep(5)
      service.signal("SIGTERM")
      const began = performance.now()
      const code = await Promise.race([service.ended, sleep(endsWithin, "no end", { ref: false })])
      ended = true
      slowest = Math.max(slowest, performance.now() - began)
      await working
      must(code === 0, () => `expected exit code 0 after SIGTERM under load, got ${code}`)
    })
  }
  return `stopped ${rounds} times under load: ${acknowledged} corrections answered 200 and stored, ${unanswered} cut off or refused, ` +
    `exit code 0 within ${Math.round(slowest)} ms`
}
