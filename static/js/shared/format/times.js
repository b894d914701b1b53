// @ts-check

/** The time of day in a server's instant: `13:14:40`. @param {string} instant */
export const clockTime = (instant) => instant.slice(11, 19)

/** `22:41` of a server's instant. @param {string} instant */
export const hourMinute = (instant) => instant.slice(11, 16)

/** `9:42`. @param {number} seconds */
export const minutesAndSeconds = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
