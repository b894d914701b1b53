import { parseArgs } from "node:util"
import { loadSimulation } from "./simulation-bundle.mjs"

const { values } = parseArgs({
  options: {
    days: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    seeds: { type: "string", default: "1" }
  }
})
const { simulate } = await loadSimulation()

for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.seeds); seed++) {
  const began = process.cpuUsage()
  const { failure, ...report } = simulate({ seed, days: Number(values.days) })
  const { system, user } = process.cpuUsage(began)
  console.log(`seed ${seed}: ${JSON.stringify(report)} ${Math.round(report.days / ((system + user) / 1e6))} days a second`)
  if (failure) { console.log(failure.day, failure.at, failure.message, failure.steps.slice(-4).join(", "), process.env.STACK ? failure.stack : "") ; process.exitCode = 1 }
}
