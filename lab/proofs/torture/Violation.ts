/** A broken promise of the service. */
export class Violation extends Error {}

export const must = (holds: boolean, sentence: () => string): void => {
  if (!holds) throw new Violation(sentence())
}
