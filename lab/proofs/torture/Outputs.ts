import { setTimeout as sleep } from "node:timers/promises"
import { type Installation, withInstallation } from "./Installation.ts"
import { must } from "./Violation.ts"
import { sendCorrection } from "./Writes.ts"

const corrections = 20
const within = 10_000

interface Notifications {
  readonly failed: number
  readonly pending: number
}

/** Checks that every correction is stored, and that no message counts as delivered without having been printed. */
const correctUnheard = async ({ books, dice, http, service }: Installation): Promise<number> => {
  const notifications = async () => (await http.json("/api/health"))["notifications"] as Notifications
  let before = await notifications()
  for (const end = performance.now() + within; before.pending > 0 && performance.now() < end; before = await notifications())
    await sleep(50)
  service.stopReading()
  for (let sent = 0; sent < corrections; sent++) {
    const status = await sendCorrection(http, books, dice)
    must(status === 200, () => `a correction was answered ${status} without an output`)
  }
  // Enough time for the bot to try several messages.
  await sleep(1_000)
  const { failed, pending } = await notifications()
  must(failed === 0 && pending - before.pending === corrections,
    () => `${pending} messages wait and ${failed} failed of ${corrections} that could not be printed`)
  return pending
}

/** Standard output and standard error are closed by their reader, or are on a full disk. The service continues and keeps its messages. */
export const outputs = async (seed: number): Promise<string> => {
  const closed = await withInstallation(seed, {}, correctUnheard)
  const full = await withInstallation(seed + 1, { output: "/dev/full" }, correctUnheard)
  return `outputs closed, then full: ${2 * corrections} corrections stored, ${closed} and ${full} messages kept waiting`
}
