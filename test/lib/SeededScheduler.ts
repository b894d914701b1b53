import type { Scheduler } from "effect"

/** Uniform in [0, 1), the same for the same seed (mulberry32). */
export const seeded = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Runs waiting tasks in random order and adds yields, so that rare interleavings occur. */
export const seededScheduler = (random: () => number): Scheduler.Scheduler => {
  const tasks: Array<() => void> = []
  let running = false
  const drain = () => {
    for (;;) {
      const [task] = tasks.splice(Math.floor(random() * tasks.length), 1)
      if (task === undefined) break
      task()
    }
    running = false
  }
  return {
    shouldYield: () => (random() < 0.05 ? 0 : false),
    scheduleTask: (task) => {
      tasks.push(task)
      if (running) return
      running = true
      queueMicrotask(drain)
    }
  }
}
