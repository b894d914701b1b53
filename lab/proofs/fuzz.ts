import { fuzzing } from "./fuzz/Fuzzing.ts"
import { freshSeed, readOptions } from "./Options.ts"

const { requests, seed } = readOptions({ requests: 100_000, seed: freshSeed() })

console.log(`fuzz --requests ${requests} --seed ${seed}`)
try {
  const began = performance.now()
  const report = await fuzzing(seed, requests, (done) => console.log(`  ${done} requests`))
  console.log(`requests  ${report.requests}: ${report.byLane.map(([name, count]) => `${name} ${count}`).join(", ")}`)
  console.log(
    `answers   ${
      [...report.byStatus].filter(([status]) => status > 0).sort(([a], [b]) => a - b).map(([status, count]) => `${status} ${count}`).join(
        ", "
      )
    }` +
      `, connection closed unanswered ${report.byStatus.get(0) ?? 0}`
  )
  console.log(`memory    ${report.memory.map((mebibytes) => mebibytes.toFixed(1)).join(" ")} MiB by tenths of the requests`)
  console.log(`took      ${Math.round((performance.now() - began) / 1000)} s`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
