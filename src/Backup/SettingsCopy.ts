import { existsSync, fstatSync, readFileSync } from "node:fs"
import { withoutCredentials } from "../Config/Credentials.ts"
import { writeWhole } from "../Config/WholeFile.ts"
import { messageOf } from "../Wording.ts"

/** The settings beside a backup: a lost machine is set up again from one folder. */
export const settingsName = (backup: string): string => `${backup}.config.json`

/** Whether only the owner may read an open file. Windows and file systems without rights do not say so. */
const isClosedToOthers = (fd: number): boolean => process.platform !== "win32" && (fstatSync(fd).mode & 0o077) === 0

/**
 * Copies `config.json` to its place beside a backup, readable by its owner alone; where the folder cannot keep it so, without what signs
 * or opens a chat. Returns sentences for the log.
 */
export const copySettings = (configFile: string, backup: string, isClosedAt = isClosedToOthers): ReadonlyArray<string> => {
  if (!existsSync(configFile)) return []
  let isClosed = false
  try {
    const text = readFileSync(configFile, "utf8")
    writeWhole(settingsName(backup), 0o600, (fd) => {
      isClosed = isClosedAt(fd)
      return isClosed ? text : `${JSON.stringify(withoutCredentials(JSON.parse(text.replace(/^\uFEFF/, ""))), null, 2)}\n`
    })
    return isClosed ? [] : [`${settingsName(backup)} has no addresses of chats and no secrets: its folder cannot be closed to other users`]
  } catch (error) {
    return [`the settings were not copied beside the backup: ${messageOf(error)}`]
  }
}
