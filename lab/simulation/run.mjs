import { parseArgs } from "node:util"
import { loadSimulation } from "./bundle.mjs"
import { sabotages, tillSabotages } from "./sabotages.mjs"

const usage = `npm run lab -- simulate [--days 1000] [--seed 1] [--seeds 1] [--trace] [--no-shrink] [--without day.index,…]
  --till                  a shop whose till is asked for each day's figure; 100 days
  --sabotage <name>|all   builds the service with a known fault, which must be found within 20 seeds of 300 days
  sabotages: ${[...sabotages.keys()].join(" ")}
  of a till, within 20 seeds of 30 days: ${[...tillSabotages.keys()].join(" ")}`

const { values } = parseArgs({
  allowNegative: true,
  options: {
    days: { type: "string" },
    seed: { type: "string", default: "1" },
    seeds: { type: "string" },
    till: { type: "boolean", default: false },
    without: { type: "string", default: "" },
    sabotage: { type: "string" },
    trace: { type: "boolean", default: false },
    shrink: { type: "boolean", default: true },
    help: { type: "boolean", default: false }
  }
})

const usualDays = { till: 100, long: 1000, sabotage: 300, tillSabotage: 30 }

const seedsOf = (usual) => Array.from({ length: Number(values.seeds ?? usual) }, (_, index) => Number(values.seed) + index)
const daysOf = (usual) => Number(values.days ?? usual)
const mostShrinkingMillis = 60_000

const seconds = ({ system, user }) => (system + user) / 1e6
const perSecond = (count, spent) => `${Number((count / spent).toPrecision(2))} days a second`

const printReport = (seed, { digest, failure, messages, zone, ...report }, spent) =>
  console.log(`seed ${seed}: ${failure === undefined ? "held" : "BROKEN"}, ${report.days} days in ${zone}, ${report.steps} steps, ` +
    `${report.audits} audit records, messages ${messages.delivered ?? 0} delivered and ${messages.failed ?? 0} failed, ` +
    `digest ${digest}, ${perSecond(failure?.day ?? report.days, spent)}`)

const lastStep = ({ steps }) => steps.length === 0 ? "before any step" : `after step ${steps.at(-1)}, ${steps.length} in all`

const printFailure = (shrink, simulate, options, found) => {
  console.log(`\n${found.message}\n  seed ${options.seed}, day ${found.day}, ${found.at}, ${lastStep(found)}`)
  const until = performance.now() + mostShrinkingMillis
  const { failure, runs, without } = values.shrink
    ? shrink(simulate, options, found, () => performance.now() < until)
    : { failure: found, runs: 0, without: options.without }
  console.log(`  shortest prefix found in ${runs} more runs: ${failure.day} days, steps ${failure.steps.slice(-12).join(", ")}`)
  if (failure.message !== found.message) console.log(`  there: ${failure.message}`)
  const left = without.size === 0 ? "" : ` --without ${[...without].join(",")}`
  const kind = values.till ? "--till " : ""
  console.log(`  again: npm run lab -- simulate ${kind}--seed ${options.seed} --days ${failure.day} --trace --no-shrink${left}\n`)
}

const runAll = async () => {
  const { shrink, simulate: simulateOne, simulateTill } = await loadSimulation()
  const kind = values.till ? "till" : "long"
  const simulate = values.till ? simulateTill : simulateOne
  const days = daysOf(usualDays[kind])
  const seeds = seedsOf(1)
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
    printFailure(shrink, simulate, options, report.failure)
  }
  console.log(
    `${seeds.length} seeds, ${seeds.length * days} days, ${broken} broken; ${
      perSecond(seeds.length * days, seconds(process.cpuUsage(before)))
    } of one core`
  )
  if (broken > 0) process.exitCode = 1
}

/** Checks that the simulation finds each fault within the given seeds and days. Many short runs find a fault sooner than one long run. */
const runSabotages = async (wanted) => {
  for (const name of wanted === "all" ? [...sabotages.keys(), ...tillSabotages.keys()] : [wanted]) {
    const { simulate, simulateTill } = await loadSimulation(name)
    const [run, usual] = tillSabotages.has(name)
      ? [simulateTill, usualDays.tillSabotage]
      : [simulate, usualDays.sabotage]
    let found
    for (const seed of seedsOf(20)) {
      const { failure } = run({ seed, days: daysOf(usual) })
      if (failure === undefined) continue
      found = `found by seed ${seed} on day ${failure.day}, ${lastStep(failure)}: ${failure.message.slice(0, 160)}`
      break
    }
    console.log(`${name}: ${found ?? "NOT FOUND"}`)
    if (found === undefined) process.exitCode = 1
  }
}

if (values.help) console.log(usage)
else if (values.sabotage === undefined) await runAll()
else await runSabotages(values.sabotage)
