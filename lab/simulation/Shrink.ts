import type { Failure, Report, RunOptions } from "./Simulation.ts"

/** A failure with the fewest steps that were found to cause it. */
interface Shrunk {
  readonly failure: Failure
  readonly without: ReadonlySet<string>
  readonly runs: number
}

const idOf = (step: string) => step.split(" ")[0] ?? step

/**
 * Leaves out steps while the same promise is still broken: first halves of the list, in the end single steps. Days are never left
 * out, but the run ends with the day of the failure. `mayContinue` bounds the time.
 */
export const shrink = (
  simulate: (options: RunOptions) => Report,
  options: RunOptions,
  found: Failure,
  mayContinue: () => boolean
): Shrunk => {
  let failure = found
  let without: ReadonlySet<string> = new Set(options.without)
  let runs = 0
  for (let size = Math.ceil(failure.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = failure.steps.length; end > 0 && mayContinue(); end -= size) {
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
