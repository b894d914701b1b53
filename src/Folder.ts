import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/** The folder, or the nearest one above it that exists. */
export const nearestFolder = (path: string): string => existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path))

/**
 * Makes a folder and those above it. Node's own `recursive` never ends where the system refuses a folder as if the one above were
 * missing, such as below /proc.
 */
export const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another program may have made it meanwhile.
    if (!existsSync(path)) throw error
  }
}
