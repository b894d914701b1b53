import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Writes a config.json that only its owner can read: settings that may stand in the store, and keys whose values are
 * credentials of the unit.   usage: config-file.mjs settings.json target.json [key…]
 */
const [settings, target, ...keys] = process.argv.slice(2)
const folder = process.env.CREDENTIALS_DIRECTORY ?? ""
const secret = (key) => readFileSync(join(folder, key), "utf8").replace(/\r?\n$/, "")

const members = {
  ...JSON.parse(readFileSync(settings, "utf8")),
  ...Object.fromEntries(keys.map((key) => [key, secret(key)]))
}
rmSync(`${target}.new`, { force: true })
writeFileSync(`${target}.new`, `${JSON.stringify(members, null, 2)}\n`, { mode: 0o400 })
renameSync(`${target}.new`, target)
