import { freshSeed, readOptions } from "./Options.ts"
import { type StrikeName, strikes } from "./takeover/Strikes.ts"
import { attack } from "./takeover/Takeover.ts"

const options = readOptions({ rounds: 100, seed: freshSeed() })
const kinds = Object.keys(strikes) as ReadonlyArray<StrikeName>

console.log(`takeover --rounds ${options.rounds} --seed ${options.seed}`)
try {
  const began = performance.now()
  const takeovers = new Map<StrikeName, Array<number>>()
  let done = 0
  const { acknowledged, days, doubles, messages, refused } = await attack(options.seed, {
    rounds: options.rounds,
    kinds,
    progress: (kind, takeover) => {
      takeovers.set(kind, [...takeovers.get(kind) ?? [], takeover])
      done++
      if (done % kinds.length === 0) console.log(`  ${done} strikes`)
    }
  })
  for (const [kind, found] of takeovers) {
    const sorted = found.toSorted((one, other) => one - other)
    const [median = 0, slowest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
    console.log(
      `${kind.padEnd(24)} ${found.length} times; first acknowledged change after ${Math.round(median)} ms, ${
        Math.round(slowest)
      } ms at most`
    )
  }
  console.log(`days settled             ${days}, each once`)
  console.log(
    `changes                  ${acknowledged} acknowledged, each stored once; ${refused.sent} not, of which ${refused.stored} are stored`
  )
  console.log(`messages                 ${messages} arrived, in order; ${doubles} twice, of those in flight`)
  console.log(`took                     ${Math.round((performance.now() - began) / 1000)} s`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
