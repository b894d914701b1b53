import { freshSeed, readDatabase, readOptions } from "./Options.ts"
import { killedWhileAsking } from "./torture/Asking.ts"
import { deadChat } from "./torture/DeadChat.ts"
import { diskFull } from "./torture/DiskFull.ts"
import { lockedDatabase } from "./torture/LockedDatabase.ts"
import { logFolder } from "./torture/LogFolder.ts"
import { moments } from "./torture/Moments.ts"
import { outputs } from "./torture/Outputs.ts"
import { removedFiles } from "./torture/RemovedFiles.ts"
import { tortureReplicas } from "./torture/Replicas.ts"
import { restores } from "./torture/Restores.ts"
import { type ShopReport, tortureShop } from "./torture/Shop.ts"
import { stopUnderLoad } from "./torture/StopUnderLoad.ts"

/** Installations that run in parallel: they mostly wait for the bot's rate limit. */
const shops = 4

const database = readDatabase()
const options = readOptions({
  kills: database === "sqlite" ? 500 : 300,
  asked: 20,
  dead: 20,
  lock: 20,
  replicas: 3,
  restores: 20,
  seed: freshSeed(),
  stops: 10
})

/** Milliseconds for which a paused or disconnected replica is away, and within which another one must take its lease over. */
const pauseMillis = 10_000
const takeoverWithin = 5_000

const share = (index: number) => Math.floor(options.kills / shops) + (index < options.kills % shops ? 1 : 0)
const total = (of: (report: ShopReport) => number, reports: ReadonlyArray<ShopReport>) =>
  reports.reduce((sum, report) => sum + of(report), 0)

/** The smallest value that this share of the values does not exceed. */
const quantile = (sorted: ReadonlyArray<number>, share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)

const onServer = async () => {
  const began = performance.now()
  let done = 0
  const report = await tortureReplicas(options.seed, {
    kills: options.kills,
    replicas: options.replicas,
    pauseMillis,
    takeoverWithin,
    progress: () => {
      done++
      if (done % 50 === 0) console.log(`  ${done} strikes`)
    }
  })
  const { corrections, days, imports, messages, records, strikes } = report
  const takeovers = report.takeovers.toSorted((a, b) => a - b)
  console.log(`strikes          ${Object.entries(strikes).map(([kind, count]) => `${kind} ${count}`).join(", ")}`)
  console.log(`days settled     ${days}, each once`)
  console.log(`corrections      ${corrections.sent} sent, each stored once; ${corrections.repeated} times sent again under its key`)
  console.log(`imports          ${imports.sent} sent, ${imports.acknowledged} answered 200, ${imports.stored} stored whole`)
  console.log(`audit            ${records} records, one chain`)
  console.log(`messages         ${messages.arrived} arrived, ${messages.twice} twice and ${messages.late} late of those in flight`)
  console.log(`takeovers        ${takeovers.length}, median ${quantile(takeovers, 0.5)} ms, slowest ${quantile(takeovers, 1)} ms`)
  console.log(`took             ${Math.round((performance.now() - began) / 1000)} s`)
}

const torture = async () => {
  const began = performance.now()
  let done = 0
  const reports = await Promise.all(
    Array.from({ length: Math.min(shops, options.kills) }, (_, index) =>
      tortureShop(options.seed + index, share(index), () => {
        done++
        if (done % 50 === 0) console.log(`  ${done} kills`)
      }))
  )
  console.log(`kills            ${moments.map((moment) => `${moment} ${total(({ kills }) => kills[moment], reports)}`).join(", ")}`)
  console.log(`days settled     ${total(({ days }) => days, reports)}, each once`)
  for (const what of ["corrections", "imports"] as const) {
    const of = (which: "sent" | "acknowledged" | "stored") => total((report) => report[what][which], reports)
    console.log(`${what.padEnd(16)} ${of("sent")} sent, ${of("acknowledged")} answered 200, ${of("stored")} stored whole`)
  }
  console.log(
    `messages         ${total(({ messages }) => messages, reports)} arrived, in order; ${
      total(({ givenUp }) => givenUp, reports)
    } given up by the rules; ` +
      `${total(({ cutOff }) => cutOff, reports)} cut off before their record, ${
        total(({ twice }) => twice, reports)
      } arrived twice because of that or a lost answer`
  )
  for (
    const scenario of [
      () => deadChat(options.seed, options.dead),
      () => diskFull(options.seed),
      () => killedWhileAsking(options.seed, options.asked),
      () => lockedDatabase(options.seed, options.lock),
      () => logFolder(options.seed),
      () => outputs(options.seed),
      () => removedFiles(options.seed),
      () => restores(options.seed, options.restores),
      () => stopUnderLoad(options.seed, options.stops)
    ]
  ) console.log(await scenario())
  console.log(`took             ${Math.round((performance.now() - began) / 1000)} s`)
}

const where = database === "sqlite" ? "" : ` --database postgres --replicas ${options.replicas}`
console.log(`torture --kills ${options.kills} --seed ${options.seed}${where}`)
try {
  await (database === "sqlite" ? torture() : onServer())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
