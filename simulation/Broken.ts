/** A promise that did not hold: which one, and what was seen. */
export class Broken extends Error {
  readonly promise: string
  constructor(promise: string, seen: string) {
    super(`${promise}: ${seen}`)
    this.name = "Broken"
    this.promise = promise
  }
}

export const hold = (condition: boolean, promise: string, seen: () => string): void => {
  if (!condition) throw new Broken(promise, seen())
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= 600 ? text : `${text.slice(0, 600)}…`
}

/** Holds where both print the same. */
export const same = (promise: string, found: unknown, expected: unknown): void =>
  hold(JSON.stringify(found) === JSON.stringify(expected), promise, () => `found ${shown(found)}, expected ${shown(expected)}`)
