// @ts-check

/** A number from 0 up to, not including, `limit`: spreads many screens over time. @param {number} limit */
export const upTo = (limit) => ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32) * limit
