import { FastCheck as fc } from "effect"
import { caller } from "../Http.ts"
import { processorMillis, residentMemory, site, start, token } from "../Service.ts"
import { type Document, node, readDocument } from "./Document.ts"
import { administer } from "./HalfSent.ts"
import { type Lane, lanes } from "./Lanes.ts"
import { stalledReaders } from "./StalledReaders.ts"
import { wire } from "./Wire.ts"

/** Lanes run in parallel. Each lane sends one request at a time, so that its smallest failing request can be found. */
const runsPerRound = 1_000
const tenths = 10
/** The warm-up, in tenths of the requests. */
const warmUp = 3
const growthAllowed = { share: 0.1, mebibytes: 16 }
/** In fewer requests, the memory that a process needs at all cannot be distinguished from a growth. */
const fewestForGrowth = 40_000

interface FuzzReport {
  readonly requests: number
  readonly byStatus: ReadonlyMap<number, number>
  readonly byLane: ReadonlyArray<readonly [string, number]>
  /** Resident memory in MiB, the median of each tenth of the requests; the first three are the warm-up. */
  readonly memory: ReadonlyArray<number>
}

const median = (values: ReadonlyArray<number>): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const holdMemory = (
  samples: ReadonlyArray<{ readonly done: number; readonly mebibytes: number }>,
  requests: number
): ReadonlyArray<number> => {
  const memory = Array.from({ length: tenths },
    (_, tenth) => median(samples.filter(({ done }) => Math.ceil(done * tenths / requests) === tenth + 1).map(({ mebibytes }) => mebibytes)))
  const before = memory[warmUp] ?? 0
  const after = memory.at(-1) ?? 0
  if (requests >= fewestForGrowth && after > before * (1 + growthAllowed.share) + growthAllowed.mebibytes) {
    throw new Error(`memory grew from ${before.toFixed(1)} MiB after the warm-up to ${after.toFixed(1)} MiB`)
  }
  return memory
}

/** Fuzzes one process of the service. A failure contains the seed and the smallest request that causes it. */
export const fuzzing = async (seed: number, requests: number, progress: (done: number) => void = () => undefined): Promise<FuzzReport> => {
  const home = site()
  home.configure({ import_notify: "none", cutoff_time: "00:00" })
  const service = start(home, { env: { LOG_LEVEL: "error" } })
  try {
    const port = await service.ready
    const http = caller(port)
    const document: Document = readDocument(await http.json("/openapi.json"))
    const { today } = await http.json("/api/metrics") as { today: { date: string } }
    const { close, send } = wire(port)
    // Other requests use the smallest ids most often, and revoke their tokens.
    const tills = []
    for (const name of ["till 1", "till 2", "till 3"])
      tills.push(await administer(send, "POST", "/api/admin/tokens", { name, role: "feed" }))
    const feed = String(node(JSON.parse(tills.at(-1)?.body.toString("utf8") ?? ""))["secret"])
    // The first long table takes the memory of a thread, which stays for the next ones.
    const long = `date;Umsatz\n${"01.11.2025;1.234,50\n".repeat(90_000)}`
    await send({
      method: "POST",
      target: "/api/admin/import?dry_run=true",
      headers: { "x-admin-token": token, "content-type": "text/csv" },
      body: Buffer.from(long)
    })
    const byStatus = new Map<number, number>()
    const samples: Array<{ done: number; mebibytes: number }> = []
    let done = 0
    const counted = (status: number) => {
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      done++
      if (done % 100 === 0) samples.push({ done, mebibytes: residentMemory(service.pid) })
      if (done % 10_000 === 0) progress(done)
    }

    const run = async (lane: Lane) => {
      const runs = Math.ceil((requests * lane.share) / 100)
      for (let round = 0; round * runsPerRound < runs; round++) {
        const numRuns = Math.min(runsPerRound, runs - round * runsPerRound)
        const details = await fc.check(lane.property, { seed: seed + round, numRuns })
        if (details.failed) {
          throw new Error(
            `${lane.name}: ${details.error}\nsmallest request: ${
              fc.stringify(details.counterexample?.[0])
            }\n(--seed ${seed}, round ${round}, path ${details.counterexamplePath})\n${service.errorOutput()}`
          )
        }
      }
      return [lane.name, runs] as const
    }

    const runAlone = async (lane: Lane, millis: number) => {
      const before = processorMillis(service.pid)
      const result = await run(lane)
      const spent = (processorMillis(service.pid) - before) / result[1]
      if (spent > millis)
        throw new Error(`${lane.name}: a request took ${spent.toFixed(0)} ms of processor time on average, at most ${millis} are allowed`)
      return result
    }

    const all = lanes({ port, document, today: today.date, send, feed }, counted)
    const byLane = await Promise.all(all.filter(({ processor }) => processor === undefined).map(run))
    for (const lane of all) if (lane.processor !== undefined) byLane.push(await runAlone(lane, lane.processor))
    const { ok } = await http.json("/api/admin/audit/verify")
    if (ok !== true) throw new Error("the audit chain does not verify")
    const memory = holdMemory(samples, requests)
    await stalledReaders(port, service.pid, http)
    close()
    http.close()
    service.signal("SIGTERM")
    const code = await service.ended
    if (code !== 0) throw new Error(`expected exit code 0 after SIGTERM, got ${code}`)
    return { requests: done, byStatus, byLane, memory }
  } finally {
    service.signal("SIGKILL")
    await service.ended
    home.remove()
  }
}
