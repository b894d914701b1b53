import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hold } from "./Broken.ts"
import { type Dice, dice } from "./Dice.ts"
import type { Settings } from "./Rules.ts"
import { shopChats } from "./ShopChats.ts"
import { steps } from "./Steps.ts"
import { inspect } from "./steps/Inspect.ts"
import { addChatsAgain } from "./steps/Reload.ts"
import type { Step } from "./steps/Step.ts"
import { type Place, type World, world } from "./World.ts"

export interface RunOptions {
  readonly seed: number
  readonly days: number
  /** Steps that are left out, as `day.index`. */
  readonly without?: ReadonlySet<string>
  /** Called with each line of the trace. */
  readonly trace?: (line: string) => void
}

export interface Failure {
  readonly day: number
  /** The local time of the failure in the shop. */
  readonly at: string
  readonly promise: string
  readonly message: string
  readonly stack: string
  /** The steps before it, as `day.index name`. */
  readonly steps: ReadonlyArray<string>
}

/** A broken promise, or an error of the simulation itself. */
export const failureOf = (error: unknown, where: Pick<Failure, "day" | "at" | "steps">): Failure => ({
  ...where,
  promise: error instanceof Error && "promise" in error ? String(error.promise) : "the simulation runs",
  message: error instanceof Error ? error.message : String(error),
  stack: error instanceof Error ? error.stack ?? "" : ""
})

export interface Report {
  readonly zone: string
  readonly days: number
  readonly steps: number
  readonly audits: number
  readonly messages: Readonly<Record<string, number>>
  /** A hash of every audit record and every request to the bot. It is equal for two runs of one seed. */
  readonly digest: string
  readonly failure: Failure | undefined
}

const places: readonly [Place, ...ReadonlyArray<Place>] = [
  { zone: "Asia/Shanghai", start: "2025-11-20T02:00:00Z" },
  { zone: "Europe/Berlin", start: "2024-02-10T10:00:00Z" },
  { zone: "America/Sao_Paulo", start: "2016-09-01T15:00:00Z" },
  { zone: "Asia/Shanghai", start: "1986-04-01T01:00:00Z" },
  { zone: "Asia/Shanghai", start: "1989-03-01T01:00:00Z" },
  { zone: "Australia/Lord_Howe", start: "2023-03-20T01:00:00Z" }
]

const day = 86_400_000

/** Most days are quiet, some have several steps. */
const stepsOf = (plan: Dice): number => plan.weighted<number>([[6, 0], [2, 1], [1, plan.between(3, 6)]])

/** A folder in memory, if the system has one: no check needs a disk. */
const folder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

/** Whether the shop closes after midnight, as one in three does. */
const isLate = (seed: number): boolean => dice(seed, 17).chance(1 / 3)

const firstChats = (seed: number) => {
  const secret = dice(seed, 12).pick(["", "s3cret"])
  return { secret, ...shopChats(seed, secret) }
}

const firstSettings = (seed: number): Settings => ({
  cutoff: isLate(seed) ? 2 * 60 + 30 : dice(seed, 11).pick([23 * 60, 18 * 60, 13 * 60 + 18, 0, 23 * 60 + 59, 2 * 60 + 30, 30]),
  start: isLate(seed) ? 4 * 60 : 0,
  shop: "示例门店",
  ...firstChats(seed),
  weekday: [280_000, 360_000],
  weekend: [400_000, 520_000],
  source: "range",
  fallback: dice(seed, 21).pick(["auto", "auto", "always"]),
  importNotify: "per_row",
  goals: { default: 11_000_000 },
  remind: dice(seed, 15).pick([0, 5, 60, 720]),
  silence: 0,
  reports: dice(seed, 19).weighted<Settings["reports"]>([
    [2, { weekly: null, monthly: null }],
    [2, { weekly: { day: 0, minute: 9 * 60 }, monthly: { day: 1, minute: 9 * 60 } }],
    [1, { weekly: { day: 6, minute: 23 * 60 + 59 }, monthly: { day: 31, minute: 0 } }],
    [1, { weekly: null, monthly: { day: 30, minute: 2 * 60 + 30 } }]
  ]),
  holidayRanges: dice(seed, 20).chance(0.4),
  publicUrl: dice(seed, 16).pick(["", "https://shop.example/turnover"])
})

const choices = Object.entries(steps).map(([name, [weight, step]]) => [weight, { name, step }] as const) as unknown as readonly [
  readonly [number, { readonly name: string; readonly step: Step }]
]

/** The last day. The bot delivers everything, so that each message reaches its final state. */
const finish = (shop: World, seed: number) => {
  shop.bot.deliverAll()
  if (!shop.isUp()) shop.launch()
  addChatsAgain(shop)
  inspect(shop, dice(seed, 13), true)
  for (let hours = 0; hours < 40 && shop.model.outbox.counts.pending > 0; hours += 1) shop.live(day / 24)
  hold(shop.model.outbox.counts.pending === 0, "every message ends delivered or failed",
    () => `${shop.model.outbox.counts.pending} are pending`)
  inspect(shop, dice(seed, 14), true)
}

/** Runs the days of a seed, and stops at the first broken promise. */
export const simulate = ({ days, seed, trace, without = new Set() }: RunOptions): Report => {
  const place = dice(seed, 10).pick(places)
  const done: Array<string> = []
  let current = 0
  let shop: World | undefined
  let failure: Failure | undefined
  try {
    shop = world(place, seed, join(folder, `simulation-${process.pid}-${seed}.db`), firstSettings(seed), trace)
    for (current = 1; current <= days; current += 1) {
      const plan = dice(seed, current, 1)
      const instants = Array.from({ length: stepsOf(plan) }, () => plan.next() * day).sort((a, b) => a - b)
      const begin = (current - 1) * day
      instants.forEach((instant, index) => {
        const chance = dice(seed, current, 2, index)
        const { name, step } = chance.weighted(choices)
        const id = `${current}.${index}`
        if (without.has(id) || shop === undefined) return
        const left = begin + Math.round(instant) - shop.clock.real()
        if (left > 0) shop.pass(left)
        done.push(`${id} ${name}`)
        trace?.(`step ${id} ${name}`)
        step(shop, chance)
        shop.model.note(id)
        inspect(shop, chance)
      })
      const left = current * day - shop.clock.real()
      if (left > 0) shop.pass(left)
    }
    finish(shop, seed)
  } catch (error) {
    const at = shop === undefined ? "" : shop.calendar.stamp(shop.clock.wall())
    failure = failureOf(error, { day: Math.min(current, days), at, steps: done })
  }
  const report: Report = {
    zone: `${place.zone} from ${place.start.slice(0, 10)}`,
    days,
    steps: done.length,
    audits: shop?.model.audits.length ?? 0,
    messages: { ...shop?.model.outbox.counts },
    digest: shop?.model.digest() ?? "",
    failure
  }
  try {
    shop?.close()
  } catch (error) {
    if (failure === undefined) throw error
  }
  return report
}
