import Sqlite from "better-sqlite3"
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hoursEast } from "./noon.mjs"
import { startService } from "./Processes.mjs"

const dayMillis = 86_400_000

/** The shop's date `days` days from now. */
export const shopDate = (days) => new Date(Date.now() + hoursEast * 3_600_000 + days * dayMillis).toISOString().slice(0, 10)

const amount = (daysAgo) => 200_000 + (daysAgo * 7919) % 340_001

/** Days until yesterday, oldest first, with amounts in cents. */
export const history = (days) => Array.from({ length: days }, (_, index) => ({ date: shopDate(index - days), cents: amount(days - index) }))

export const toCsv = (days) => `date,amount\r\n${days.map(({ cents, date }) => `${date},${(cents / 100).toFixed(2)}\r\n`).join("")}`

const folders = []
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder with the configuration of one installation, without a database. */
export const newSite = (settings = {}) => {
  const folder = mkdtempSync(join(tmpdir(), "turnover-bench-"))
  folders.push(folder)
  const config = join(folder, "config.json")
  writeFileSync(config, JSON.stringify({
    chat_webhook_url: "console:",
    shop_name: "示例门店",
    weekday_range: [2800, 3600],
    // Its zone is one in which it is noon.
    holidays: "CN",
    weekend_range: [4000, 5200],
    cutoff_time: "23:59",
    fallback_push: "auto",
    ...settings
  }))
  return { folder, config, database: join(folder, "turnover.db") }
}

/**
 * Stores the days and an audit of `auditRecords` records over the last ten years, each with a delivered message. The audit's chain
 * is valid.
 */
const fill = (database, days, auditRecords) => {
  const db = new Sqlite(database)
  const day = db.prepare("INSERT INTO turnover (date, amount_cents, is_final, source) VALUES (?, ?, 1, 'import')")
  const record = db.prepare("INSERT INTO audit VALUES (?, ?, ?, 'import', NULL, ?, 'import', '', 'admin', ?)")
  const message = db.prepare(`
    INSERT INTO notification (created_at, date, amount_cents, announcement, state, next_format, upset, backoff, next_attempt_at, delivered_at, delivered_format)
    VALUES (?, ?, ?, '{}', 'delivered', 'card', 0, 0, 0, ?, 'card')`)
  const began = Date.now() - 3650 * dayMillis
  db.transaction(() => {
    for (const { cents, date } of days) day.run(date, cents)
    let hash = ""
    for (let id = 1; id <= auditRecords; id++) {
      const { cents, date } = days[id % days.length]
      const at = began + Math.floor(id * 3650 * dayMillis / (auditRecords + 1))
      hash = createHash("sha256").update(JSON.stringify([hash, id, at, date, "import", null, cents, "import", "", "admin"])).digest("hex")
      record.run(id, at, date, cents, hash)
      message.run(at, date, cents, at)
    }
  })()
  db.close()
}

/** A site with a history. The service itself creates the tables. */
export const filledSite = async (days, auditRecords, settings = {}) => {
  const site = newSite(settings)
  const service = await startService(site)
  await service.stop()
  fill(site.database, history(days), auditRecords)
  return site
}
