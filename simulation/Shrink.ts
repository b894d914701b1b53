import { type Failure, type RunOptions, simulate } from "./Simulation.ts"

/** A failure and the fewest steps found that still show it. */
export interface Shrunk {
  readonly failure: Failure
  readonly without: ReadonlySet<string>
  readonly runs: number
}

const idOf = (step: string) => step.split(" ")[0] ?? step

/**
 * Leaves out steps, halves of them first and single ones last, as long as the same promise is broken. Days are never
 * left out, but the run ends with the day that shows the failure. `mayGoOn` bounds the time that this takes.
 */
export const shrink = (options: RunOptions, found: Failure, mayGoOn: () => boolean): Shrunk => {
  let failure = found
  let without: ReadonlySet<string> = new Set(options.without)
  let runs = 0
  for (let size = Math.ceil(failure.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = failure.steps.length; end > 0 && mayGoOn(); end -= size) {
      const left = new Set([...without, ...failure.steps.slice(Math.max(0, end - size), end).map(idOf)])
      const again = simulate({ seed: options.seed, days: failure.day, without: left }).failure
      runs += 1
      if (again?.promise !== found.promise) continue
      failure = again
      without = left
    }
  }
  return { failure, without, runs }
}
