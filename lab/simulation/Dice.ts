/** A random source: the same seeds give the same sequence. */
export interface Dice {
  /** Uniform in [0, 1). */
  readonly next: () => number
  /** A whole number, both bounds included. */
  readonly between: (min: number, max: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(choices: readonly [A, ...ReadonlyArray<A>]) => A
  /** One of `choices`, with a probability proportional to its weight. */
  readonly weighted: <A>(choices: readonly [readonly [number, A], ...ReadonlyArray<readonly [number, A]>]) => A
}

const mixed = (state: number): number => {
  let hash = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Each list of seeds has its own sequence, so that leaving out one step of a run does not change the others. */
export const dice = (...seeds: ReadonlyArray<number>): Dice => {
  let state = seeds.reduce((hash, seed) => mixed((hash ^ seed) + 0x9e3779b9), 0x2545f491)
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0
    return mixed(state) / 4_294_967_296
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    weighted: (choices) => {
      let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, choice] of choices) {
        left -= weight
        if (left < 0) return choice
      }
      return choices[0][1]
    }
  }
}
