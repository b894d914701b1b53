/** The time of day in a server's instant: `13:14:40`. */
export const clockTime = (instant: string) => instant.slice(11, 19)

/** `22:41` of a server's instant. */
export const hourMinute = (instant: string) => instant.slice(11, 16)

/** `9:42`. */
export const minutesAndSeconds = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
