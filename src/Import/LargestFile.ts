/** Of a file to import, whichever way it comes. */
export const largestMiB = 5
export const largestBytes = largestMiB * 1024 * 1024
