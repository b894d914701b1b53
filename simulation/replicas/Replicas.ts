import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hold } from "../Broken.ts"
import { dice } from "../Dice.ts"
import type { Settings } from "../Rules.ts"
import { failureOf, type Report, type RunOptions } from "../Simulation.ts"
import type { Place } from "../World.ts"
import { clients } from "./Clients.ts"
import { type Fleet, fleet } from "./Fleet.ts"
import { type Step, steps } from "./Steps.ts"

const second = 1_000
const minute = 60 * second

const place: Place = { zone: "Asia/Shanghai", start: "2025-11-20T02:00:00Z" }

/** Times of the cutoff and of the day's start; the last shop closes after midnight. */
const hours = [[23 * 60, 0], [18 * 60 + 30, 0], [13 * 60 + 18, 0], [2 * 60 + 30, 4 * 60]] as const

const hoursOf = (seed: number) => {
  const [cutoff, start] = dice(seed, 11).pick(hours)
  return { cutoff, start }
}

/** The report is due at the cutoff, while all replicas are awake, or while they sleep. */
const weeklyOf = (seed: number): Settings["reports"]["weekly"] => {
  const chance = dice(seed, 19)
  return chance.chance(0.25) ? null : { day: chance.between(0, 6), minute: chance.pick([hoursOf(seed).cutoff, 9 * 60]) }
}

const settingsOf = (seed: number): Settings => ({
  ...hoursOf(seed),
  shop: "示例门店",
  secret: dice(seed, 12).pick(["", "s3cret"]),
  weekday: [280_000, 360_000],
  weekend: [400_000, 520_000],
  source: "range",
  fallback: dice(seed, 13).pick(["auto", "always"]),
  importNotify: "per_row",
  goals: {},
  remind: dice(seed, 15).pick([0, 30, 720]),
  silence: 0,
  publicUrl: "",
  reports: { weekly: weeklyOf(seed), monthly: null },
  holidayRanges: false,
  about: [],
  chats: []
})

const folder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

const choices = Object.entries(steps).map(([name, [weight, step]]) => [weight, { name, step }] as const) as unknown as readonly [
  readonly [number, { readonly name: string; readonly step: Step }]
]

/** Lets time pass until `isDone`, up to a limit. */
const until = (shop: Fleet, isDone: () => boolean, most: number, promise: string, found: () => string) => {
  const end = shop.clock.real() + most
  while (!isDone()) {
    hold(shop.clock.real() < end, promise, found)
    shop.live(second)
  }
}

/**
 * Runs several replicas on one server. All machines sleep between the days. Around each cutoff they are awake for a minute, in
 * which faults occur; they stay awake until all work is done.
 */
export const simulate = (replicas: number) => ({ days, seed, trace, without = new Set() }: RunOptions): Report => {
  const settings = settingsOf(seed)
  const done: Array<string> = []
  let current = 0
  let shop: Fleet | undefined
  let failure: Report["failure"]
  try {
    const running = fleet({ place, seed, replicas, file: join(folder, `replicas-${process.pid}-${seed}.db`), settings, trace })
    shop = running
    const persons = clients(running)
    for (current = 1; current <= days; current += 1) {
      const plan = dice(seed, current, 1)
      const eve = running.book.cutoffOf(running.book.today()) - plan.between(3 * second, 25 * second)
      const wall = () => running.clock.wall()
      if (eve > wall()) running.sleep(eve - wall())
      else running.sleep(eve + 24 * 60 * minute - wall())
      const begin = running.clock.real()
      const instants = Array.from({ length: plan.between(4, 14) }, () => plan.next() * 40 * second).sort((a, b) => a - b)
      instants.forEach((instant, index) => {
        const chance = dice(seed, current, 2, index)
        const { name, step } = chance.weighted(choices)
        const id = `${current}.${index}`
        const left = begin + Math.round(instant) - running.clock.real()
        if (left > 0) running.live(left)
        if (without.has(id)) return
        done.push(`${id} ${name}`)
        trace?.(`step ${id} ${name}`)
        step({ fleet: running, clients: persons, dice: chance, id })
        persons.absorb()
      })
      const isQuiet = () => running.isCalmFor(15 * second) && running.isSettled() && persons.waiting() === 0
      until(running, isQuiet, 4 * minute, "the simulation heals its faults, and what is repeated is answered", () =>
        `${persons.waiting()} requests wait`)
      // Gives the last change time to reach the other replicas.
      running.live(3 * second)
      persons.check()
      running.compare()
    }
    running.deliverAll()
    for (let times = 0; times < 10 && running.outbox.pending() > 0; times += 1) {
      running.sleep(10 * minute)
      running.live(15 * second)
    }
    until(running, () => running.outbox.pending() === 0, 2 * minute, "every message ends delivered or failed", () =>
      `${running.outbox.pending()} are pending`)
    running.compare()
    running.book.checkReports()
  } catch (error) {
    failure = failureOf(error, { day: Math.min(current, days), at: shop?.stamp() ?? "", steps: done })
  }
  const report: Report = {
    zone: `${place.zone} from ${place.start.slice(0, 10)}`,
    days,
    steps: done.length,
    audits: shop?.book.audits.length ?? 0,
    messages: { ...shop?.outbox.counts() },
    digest: shop?.book.digest() ?? "",
    failure
  }
  shop?.close()
  return report
}
