/** The library that sets the clock of one process; undefined where it is not installed. */
export const faketimeLibrary: string | undefined
