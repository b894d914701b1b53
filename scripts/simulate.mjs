import { parseArgs } from "node:util"
import { sabotages } from "../simulation/sabotages.mjs"
import { loadSimulation } from "./simulation-bundle.mjs"

const usage = `npm run simulate -- [--days 1000] [--seed 1] [--seeds 1] [--trace] [--no-shrink] [--without day.index,…]
  --sabotage <name>|all   builds the service with a known fault, which must be found within 20 seeds of 300 days
  sabotages: ${[...sabotages.keys()].join(" ")}`

const { values } = parseArgs({
  allowNegative: true,
  options: {
    days: { type: "string" },
    seed: { type: "string", default: "1" },
    seeds: { type: "string" },
    without: { type: "string", default: "" },
    sabotage: { type: "string" },
    trace: { type: "boolean", default: false },
    shrink: { type: "boolean", default: true },
    help: { type: "boolean", default: false }
  }
})

// Many short runs find a fault sooner than a long one.
const usual = values.sabotage === undefined ? { days: 1000, seeds: 1 } : { days: 300, seeds: 20 }
const days = Number(values.days ?? usual.days)
const seeds = Array.from({ length: Number(values.seeds ?? usual.seeds) }, (_, index) => Number(values.seed) + index)
const mostShrinkingMillis = 60_000

const seconds = ({ system, user }) => (system + user) / 1e6
const perSecond = (count, spent) => `${Math.round(count / spent)} days a second`

const printReport = (seed, { digest, failure, messages, zone, ...report }, spent) =>
  console.log(`seed ${seed}: ${failure === undefined ? "held" : "BROKEN"}, ${report.days} days in ${zone}, ${report.steps} steps, ` +
    `${report.audits} audit records, messages ${messages.delivered ?? 0} delivered and ${messages.failed ?? 0} failed, ` +
    `digest ${digest}, ${perSecond(failure?.day ?? report.days, spent)}`)

const printFailure = (shrink, options, found) => {
  console.log(`\n${found.message}\n  on day ${found.day}, ${found.at}, after ${found.steps.length} steps`)
  const until = performance.now() + mostShrinkingMillis
  const { failure, runs, without } = values.shrink
    ? shrink(options, found, () => performance.now() < until)
    : { failure: found, runs: 0, without: options.without }
  console.log(`  shortest prefix found in ${runs} more runs: ${failure.day} days, steps ${failure.steps.slice(-12).join(", ")}`)
  if (failure.message !== found.message) console.log(`  there: ${failure.message}`)
  const left = without.size === 0 ? "" : ` --without ${[...without].join(",")}`
  console.log(`  again: npm run simulate -- --seed ${options.seed} --days ${failure.day} --trace --no-shrink${left}\n`)
}

const runAll = async () => {
  const { shrink, simulate } = await loadSimulation()
  const without = new Set(values.without.split(",").filter((id) => id !== ""))
  let broken = 0
  const before = process.cpuUsage()
  for (const seed of seeds) {
    const options = { seed, days, without, ...(values.trace ? { trace: console.log } : {}) }
    const began = process.cpuUsage()
    const report = simulate(options)
    printReport(seed, report, seconds(process.cpuUsage(began)))
    if (report.failure === undefined) continue
    broken += 1
    printFailure(shrink, options, report.failure)
  }
  console.log(
    `${seeds.length} seeds, ${seeds.length * days} days, ${broken} broken; ${
      perSecond(seeds.length * days, seconds(process.cpuUsage(before)))
    } of one core`
  )
  if (broken > 0) process.exitCode = 1
}

/** The simulation must find each fault within the given seeds and days. */
const runSabotages = async (wanted) => {
  for (const name of wanted === "all" ? sabotages.keys() : [wanted]) {
    const { simulate } = await loadSimulation(name)
    let found
    for (const seed of seeds) {
      const { failure } = simulate({ seed, days })
      if (failure === undefined) continue
      found = `found by seed ${seed} on day ${failure.day}: ${failure.message.slice(0, 160)}`
      break
    }
    console.log(`${name}: ${found ?? "NOT FOUND"}`)
    if (found === undefined) process.exitCode = 1
  }
}

if (values.help) console.log(usage)
else if (values.sabotage === undefined) await runAll()
else await runSabotages(values.sabotage)
