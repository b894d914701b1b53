/** The largest file to import, by the page or by a command. */
export const largestMiB = 5
export const largestBytes = largestMiB * 1024 * 1024

/** More days than these are announced by one message, on the page and by a command, unless the person chooses otherwise. */
export const mostMessages = 7
