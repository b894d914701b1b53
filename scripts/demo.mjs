import { startDemo } from "./demo/service.mjs"

/** Minutes until today is settled: enough to try the pages, and not too long to wait for. */
const minutesToCutoff = 3

const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Shanghai", hour: "2-digit", minute: "2-digit", hour12: false })
const now = clock.format(Date.now())
const soon = clock.format(Date.now() + minutesToCutoff * 60_000)

const { address, days, ended, token } = await startDemo({
  // Shortly before midnight, the only later minute of today is 23:59.
  cutoff: soon < now ? "23:59" : soon,
  onOutput: (chunk) => process.stdout.write(chunk),
  port: process.env.PORT ?? 0
})
console.log(`
  ${days} sample days are in a temporary database. Ctrl+C stops the demo and deletes it.

  Dashboard    ${address}
  Wall screen  ${address}?wall
  Admin        ${address}admin
  Password     ${token}

  Today is settled at ${soon < now ? "23:59" : soon} (Asia/Shanghai); messages to the chat are printed below.
`)
await ended
