import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/** Writes a file under another name and renames it: a process that starts meanwhile never reads half a file, and a full disk leaves none. */
export const replaceFile = (path, contents) => {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, contents)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
