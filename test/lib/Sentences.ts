/** The sentences of faults or problems, without their codes. */
export const sentencesOf = (all: ReadonlyArray<{ readonly message: string }>): ReadonlyArray<string> => all.map(({ message }) => message)
