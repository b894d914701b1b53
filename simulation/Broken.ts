/** A promise that the service broke, with what the simulation found. */
export class Broken extends Error {
  readonly promise: string
  constructor(promise: string, found: string) {
    super(`${promise}: ${found}`)
    this.name = "Broken"
    this.promise = promise
  }
}

export const hold = (condition: boolean, promise: string, found: () => string): void => {
  if (!condition) throw new Broken(promise, found())
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= 600 ? text : `${text.slice(0, 600)}…`
}

/** Compares two values by their JSON. */
export const same = (promise: string, found: unknown, expected: unknown): void =>
  hold(JSON.stringify(found) === JSON.stringify(expected), promise, () => `found ${shown(found)}, expected ${shown(expected)}`)
