// @ts-check

/** `05:23:11` of milliseconds, never below zero. @param {number} milliseconds */
export const countdown = (milliseconds) => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, "0")).join(":")
}

/** The clock time that stands in a server's instant: `13:14:40`. @param {string} instant */
export const clockTime = (instant) => instant.slice(11, 19)

/** `12-09 13:14:40` of a server's instant. @param {string} instant */
export const dateTime = (instant) => `${instant.slice(5, 10)} ${instant.slice(11, 19)}`
