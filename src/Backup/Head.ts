import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs"
import { type ChainHead, chainStart, formatHead, parseHead } from "../Domain/Audit.ts"

/**
 * The companion of a backup: the number and hash of its newest audit record. It is an anchor of the audit outside of the
 * database, and shows that the backup was made and verified by the service.
 */
export const headName = (backup: string): string => `${backup}.head`

/** Written under another name first: a full disk leaves no half companion, and not that of an earlier backup without its text. */
export const writeHead = (backup: string, head: ChainHead): void => {
  const draft = `${headName(backup)}.${process.pid}`
  try {
    const fd = openSync(draft, "w", 0o640)
    try {
      writeSync(fd, `${formatHead(head)}\n`)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(draft, headName(backup))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

export const removeHead = (backup: string): void => rmSync(headName(backup), { force: true })

/** The companion's text; null if there is no companion. */
export const readHead = (backup: string): string | null =>
  existsSync(headName(backup)) ? readFileSync(headName(backup), "utf8").trim() : null

/** Whether a complete companion exists. The companion of a database without a record contains `0:`. */
export const hasHead = (backup: string): boolean => {
  try {
    const text = readFileSync(headName(backup), "utf8").trim()
    return text === formatHead(chainStart) || parseHead(text) !== undefined
  } catch {
    return false
  }
}
