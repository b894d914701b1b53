import { readOptions } from "./Options.ts"
import { soaking } from "./soak/Soaking.ts"

const withinMillis = 1_000
const memoryShare = 0.05

const { minutes, streams } = readOptions({ minutes: 10, streams: 1_000 })

console.log(`soak --minutes ${minutes} --streams ${streams}`)
try {
  const report = await soaking({ seconds: minutes * 60, streams, progress: (sentence) => console.log(sentence) })
  const second = report.memory[1] ?? report.memory[0] ?? 0
  const last = report.memory.at(-1) ?? 0
  const growth = second === 0 ? 0 : last / second - 1
  const promises: ReadonlyArray<readonly [what: string, found: string, holds: boolean]> = [
    ["requests", `${report.requests} on 32 connections, ${Math.round(report.requests / (minutes * 60))} a second`, report.requests > 0],
    ["answered within", `${report.medianMillis.toFixed(1)} ms (median), ${report.p99Millis.toFixed(1)} ms (99 of 100)`, true],
    ["errors", String(report.errors), report.errors === 0],
    ["event streams", `${streams}, all open after ${Math.round(report.openedWithin)} ms`, true],
    ["memory by minute", `${report.memory.map((mebibytes) => mebibytes.toFixed(1)).join(" ")} MiB`, true],
    ["memory", `last minute ${growth >= 0 ? "+" : ""}${(growth * 100).toFixed(1)} % of the second`, growth <= memoryShare],
    ["settled", `${report.settledAfter} ms after the cutoff`, report.settledAfter >= 0 && report.settledAfter <= withinMillis],
    [
      "refreshed",
      `every stream at most ${Math.round(report.refreshedAfter)} ms after each of ${report.changes} corrections and the cutoff`,
      report.refreshedAfter <= withinMillis
    ]
  ]
  for (const [what, found, holds] of promises) console.log(`${holds ? "ok  " : "FAIL"}  ${what.padEnd(17)} ${found}`)
  if (promises.some(([, , holds]) => !holds)) process.exit(1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
