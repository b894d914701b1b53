/** The largest file to import, by the page or by a command. */
export const largestMiB = 5
export const largestBytes = largestMiB * 1024 * 1024
