import { build } from "esbuild"
import { copyFileSync, mkdirSync } from "node:fs"
import { createRequire } from "node:module"
import { loadavg } from "node:os"
import { dirname, join } from "node:path"
import { entryOptions, serviceOptions, tablesOptions } from "../../scripts/lib/bundle.mjs"
import { compile } from "../../scripts/lib/compile.mjs"
import { buildPages } from "../../scripts/lib/pages.mjs"
import { built } from "../../scripts/lib/test-bundle.mjs"
import { program } from "./lib/Processes.mjs"
import { machine, tableHead, tableRow } from "./lib/Report.mjs"
import { filledSite, newSite } from "./lib/Site.mjs"
import { chain } from "./measures/chain.mjs"
import { figures } from "./measures/figures.mjs"
import { importing, largeImport } from "./measures/import.mjs"
import { firstSights } from "./measures/pages.mjs"
import { slowPhone } from "./measures/slowPhone.mjs"
import { idleServices, start } from "./measures/start.mjs"
import { streams } from "./measures/streams.mjs"

const short = process.argv.includes("--short")
const only = process.argv.slice(2).filter((argument) => !argument.startsWith("--"))
const wanted = (name) => only.length === 0 || only.includes(name)

const installed = (name) => {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

const full = {
  rounds: 7,
  millis: 1500,
  years: 10,
  auditRecords: 100_000,
  clients: 10_000,
  idleMillis: 60_000,
  importDays: 9000,
  longDays: 9500,
  longRecords: 1_000_000,
  longRounds: 3,
  // The largest file that the service accepts, in MiB.
  longImport: 5
}
const brief = {
  rounds: 1,
  millis: 60,
  years: 3,
  auditRecords: 2000,
  clients: 100,
  idleMillis: 500,
  importDays: 300,
  longDays: 950,
  longRecords: 2000,
  longRounds: 1,
  longImport: 1
}
const size = short ? brief : full
const { auditRecords, clients, idleMillis, importDays, longDays, longImport, longRecords, longRounds, millis, rounds } = size

const loadBefore = loadavg()[0] ?? 0
const withFastify = installed("fastify")
if (process.argv.includes("--built")) {
  // The tests use the same pages and program.
  mkdirSync(dirname(program), { recursive: true })
  for (const file of ["main.js", "service.js", "tables.mjs"]) copyFileSync(built(file), join(dirname(program), file))
} else {
  await Promise.all([
    build({ ...serviceOptions, outfile: join(dirname(program), "service.js") }),
    build({ ...entryOptions, outfile: program }),
    build({ ...tablesOptions, outfile: join(dirname(program), "tables.mjs") }),
    buildPages()
  ])
}
await compile(dirname(program))
const filled = (years, records) => filledSite(Math.round(size.years * years * 365.25), records)
const isWantedOf = (...names) => names.some(wanted)
const tenYears = isWantedOf("figures", "chain", "pages") ? await filled(1, 0) : undefined
const twentySixYears = wanted("figures") ? await filled(2.6, auditRecords) : undefined
const site = () => newSite({ import_notify: "none" })

const print = (rows) => rows.forEach((each) => console.log(tableRow(each)))

console.log(tableHead)
const idle = wanted("start") ? await idleServices({ idleMillis, rounds: Math.min(rounds, 3), site }) : async () => []
if (wanted("figures")) print(await figures({ millis, rounds, tenYears, twentySixYears, withFastify }))
if (wanted("chain")) print(await chain({ millis, rounds, site: tenYears }))
if (wanted("streams")) print(await streams({ clients, rounds, site }))
if (wanted("start")) print(await start({ rounds, site }))
print(await idle())
if (wanted("pages")) {
  print(await firstSights({ rounds, site: tenYears }))
  print(await slowPhone({ rounds: Math.min(rounds, 3), site: tenYears }))
}
if (wanted("import")) {
  print(await importing({ days: importDays, rounds }))
  print(await largeImport({ mebibytes: longImport, rounds: longRounds, site: await filledSite(longDays, longRecords) }))
}
console.log(`\n${machine(loadBefore)}${withFastify ? "" : "; Fastify is not installed and was left out"}`)
process.exit()
