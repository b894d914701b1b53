export const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)

/** The message without the system call and the path that Node appends. */
export const reasonOf = (error: unknown): string => messageOf(error).split(", ")[0] ?? ""
