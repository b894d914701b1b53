// @ts-check

/** A random number from 0 up to, but not including, `limit`. It spreads many screens over time. @param {number} limit */
export const upTo = (limit) => ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32) * limit
