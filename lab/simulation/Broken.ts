import { difference } from "./Difference.mjs"

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

/** Compares two values by their JSON. */
export const same = (promise: string, found: unknown, expected: unknown): void => {
  const differs = difference(found, expected)
  if (differs !== undefined) throw new Broken(promise, differs)
}
