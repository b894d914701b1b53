/** `1 day`, `2 days`, `2 processes`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`
