/** A random number from 0 up to, but not including, `limit`. It spreads many screens over time. */
export const upTo = (limit: number) => ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32) * limit
