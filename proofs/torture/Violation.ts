/** A promise that was broken: what was found, what had to hold. */
export class Violation extends Error {}

export const must = (holds: boolean, sentence: () => string): void => {
  if (!holds) throw new Violation(sentence())
}
