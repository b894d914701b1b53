import { freshSeed, readOptions } from "./Options.ts"
import { killedWhileAsking } from "./torture/Asking.ts"
import { deadChat } from "./torture/DeadChat.ts"
import { diskFull } from "./torture/DiskFull.ts"
import { lockedDatabase } from "./torture/LockedDatabase.ts"
import { logFolder } from "./torture/LogFolder.ts"
import { moments } from "./torture/Moments.ts"
import { outputs } from "./torture/Outputs.ts"
import { removedFiles } from "./torture/RemovedFiles.ts"
import { restores } from "./torture/Restores.ts"
import { type ShopReport, tortureShop } from "./torture/Shop.ts"
import { stopUnderLoad } from "./torture/StopUnderLoad.ts"

/** Installations that run in parallel: they mostly wait for the bot's rate limit. */
const shops = 4

const options = readOptions({
  kills: 500,
  asked: 20,
  dead: 20,
  lock: 20,
  restores: 20,
  seed: freshSeed(),
  stops: 10
})

const share = (index: number) => Math.floor(options.kills / shops) + (index < options.kills % shops ? 1 : 0)
const total = (of: (report: ShopReport) => number, reports: ReadonlyArray<ShopReport>) =>
  reports.reduce((sum, report) => sum + of(report), 0)

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

console.log(`torture --kills ${options.kills} --seed ${options.seed}`)
try {
  await torture()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
