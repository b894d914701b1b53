/** `1 day`, `2 days`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** The message of a thrown value. */
export const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)

/** The same without the system call and the path that Node adds. */
export const reasonOf = (error: unknown): string => messageOf(error).split(", ")[0] ?? ""
