const dayMillis = 86_400_000

/** How long a session lasts after its last use. */
export const sessionMillis = 180 * dayMillis
/** A session is extended, and its cookie set again, at most once a day. */
export const prolongAfterMillis = dayMillis

/** Whether one of the ends has passed; instants are milliseconds since 1970, null is never. */
export const isOver = (now: number, ...ends: ReadonlyArray<number | null>): boolean => ends.some((end) => end !== null && end <= now)
