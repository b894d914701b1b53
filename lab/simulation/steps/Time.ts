import { plusDays } from "../Almanac.ts"
import type { Dice } from "../Dice.ts"
import { watchesPerPoll } from "../Shop.ts"
import type { World } from "../World.ts"
import { inspect, read } from "./Inspect.ts"
import { launch } from "./Launch.ts"
import type { Step } from "./Step.ts"
import { someCents } from "./Values.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const down: Step = (world, dice) => {
  if (dice.chance(0.5)) world.stop()
  else world.kill(dice.between(0, 40))
  world.pass(
    dice.weighted<number>([[6, dice.between(0, 5_000)], [4, dice.between(0, 3 * hour)], [2, dice.between(6 * hour, 26 * hour)], [
      1,
      dice.between(24 * hour, 80 * hour)
    ]])
  )
  if (dice.chance(0.2)) openDay(world, dice)
  launch(world, dice)
}

/** Another program stores a day that is not final. */
const openDay = (world: World, dice: Dice) => {
  const { model } = world
  const missing = Array.from({ length: 30 }, (_, index) => plusDays(model.today(), -index)).filter((date) => !model.days.has(date))
  if (missing.length === 0) return
  const date = missing[dice.between(0, missing.length - 1)] ?? model.today()
  const cents = someCents(dice)
  world.observer.storeOpenDay(date, cents)
  model.stored(date, { cents, final: false, source: "import" })
}

export const foreignWrite: Step = (world, dice) => {
  openDay(world, dice)
  // The service shows that day after its next poll.
  world.live(world.watch() * watchesPerPoll + 1_000)
  world.figures.checkHealth(JSON.parse(read(world, "/api/health")), world.importFailed())
}

export const clockMoved: Step = (world, dice) => {
  const size = dice.weighted<number>([[3, dice.between(1, 60_000)], [4, dice.between(minute, 5 * hour)], [
    1,
    dice.between(12 * hour, 60 * hour)
  ]])
  world.setWall(dice.chance(0.5) ? size : -size)
  world.live(dice.pick([1_000, world.watch() + 2_000, world.watch() + 2_000]))
}

/**
 * The machine starts with a clock that is months behind the stored days, as after an empty battery. The clock is set right while
 * the service runs, or before its next start.
 */
export const startBehind: Step = (world, dice) => {
  const end = () => dice.chance(0.5) ? world.stop() : world.kill(dice.between(0, 40))
  const millis = dice.between(60, 500) * day
  end()
  world.setWall(-millis)
  launch(world, dice)
  world.pass(dice.pick([world.watch() + 1_000, 26 * hour]))
  inspect(world, dice, true)
  const isRestart = dice.chance(0.5)
  if (isRestart) end()
  world.setWall(millis)
  if (isRestart) launch(world, dice)
  world.live(world.watch() + 2_000)
}

/** Lets time pass until just before the cutoff, when the day must not be settled yet. */
export const eve: Step = (world, dice) => {
  const left = world.model.cutoffOf(world.model.today()) - world.clock.wall()
  const early = dice.between(1, 999)
  if (left <= early) return
  world.pass(left - early)
  inspect(world, dice)
  if (dice.chance(0.7)) return
  world.kill(dice.between(0, 20))
  launch(world, dice)
}

export const wait: Step = (world, dice) => world.live(dice.between(1_000, 20 * minute))
