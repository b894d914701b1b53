import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { daysBefore, recentYears, shopDate, toCsv, withHolidays } from "./sample.mjs"

/** A shop of each language: its place, its people and what they wrote. */
const shops = {
  "zh-CN": {
    zone: "Asia/Shanghai",
    settings: { shop_name: "梧桐里咖啡馆", language: "zh-CN" },
    manager: "李店长",
    clerk: "小王",
    reasons: ["补记一笔外卖平台结算", "退货一单未扣", "复点现金"],
    closed: "春节休息"
  },
  en: {
    zone: "Europe/London",
    settings: { shop_name: "The Wren Café", language: "en", currency: "GBP", locale: "en-GB", holidays: "GB-ENG" },
    manager: "Anna",
    clerk: "Tom",
    reasons: ["Added a delivery platform's payout", "A refund was left out", "Counted the cash again"],
    closed: "Closed for the holidays"
  }
}

/** The language of the terminal. */
export const languageOfTerminal = ({ LANG, LC_ALL, LC_MESSAGES }) =>
  /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || Intl.DateTimeFormat().resolvedOptions().locale) ? "zh-CN" : "en"

export const zoneOf = (language) => shops[language].zone

/** How many days ago the day without a record is: the chart shows an estimate for it, and health lists it as missing. */
const missingDaysAgo = 9

const corrections = (today, { clerk, manager, reasons }) => [
  { date: daysBefore(today, 5), factor: 1.0412, reason: reasons[0], actor: manager },
  { date: daysBefore(today, 2), factor: 0.9873, reason: reasons[1], actor: clerk },
  { date: daysBefore(today, 1), factor: 1.0168, reason: reasons[2], actor: manager }
]

const firstLine = (child, pattern) =>
  new Promise((resolve, reject) => {
    let output = ""
    child.stdout.on("data", (chunk) => {
      output += chunk
      const match = pattern.exec(output)
      if (match !== null) resolve(match[1])
    })
    child.once("exit", (code) => reject(new Error(`the service exited with code ${code} before it was ready`)))
  })

const send = async (address, token, method, path, body) => {
  const response = await fetch(new URL(path, address), {
    method,
    headers: { "X-Admin-Token": token, "Content-Type": typeof body === "string" ? "text/csv" : "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${method} ${path}: expected 2xx, got ${response.status} ${await response.text()}`)
}

/**
 * The service with a temporary database, the console bot, a new admin token and two years of sample days. `cutoff` is `HH:MM`;
 * `onOutput` receives the messages to the chat.
 */
export const startDemo = async ({ cutoff, language = "zh-CN", onOutput, port = 0 }) => {
  const shop = shops[language]
  const folder = mkdtempSync(join(tmpdir(), "turnover-demo-"))
  const token = randomBytes(12).toString("base64url")
  writeFileSync(join(folder, "config.json"), JSON.stringify({
    chat_webhook_url: "console:",
    chat_secret: "",
    ...shop.settings,
    weekday_range: [2600, 3800],
    weekend_range: [4000, 5600],
    cutoff_time: cutoff,
    fallback_push: "auto",
    import_notify: "digest",
    goals: { default: 110_000 }
  }))
  const script = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url))
  const child = spawn(process.execPath, [script("with-node.cjs"), script("start.mjs")], {
    env: {
      ...process.env,
      ADMIN_TOKEN: token,
      AUTO_IMPORT_ON_START: "no",
      HOST: process.env.HOST ?? "127.0.0.1",
      CONFIG_FILE: join(folder, "config.json"),
      DATABASE_URL: `file:${join(folder, "turnover.db")}`,
      LOG_FILE: join(folder, "app.log"),
      LOG_LEVEL: "info",
      PORT: String(port),
      TZ: shop.zone
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const ended = new Promise((resolve) => child.once("exit", resolve)).then(() => rmSync(folder, { recursive: true, force: true }))
  const stop = async () => {
    child.kill("SIGTERM")
    await ended
  }
  // Registered before the import of the sample days, so that a stop during the import does not leave the service behind.
  let isStopping = false
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      isStopping = true
      void stop()
    })
  }
  let ready = false
  child.stdout.on("data", (chunk) => {
    if (ready) onOutput(chunk)
  })
  // The log is on the admin page; it is printed only if the start fails.
  let startLog = ""
  child.stderr.on("data", (chunk) => {
    if (!ready) startLog += chunk
  })
  try {
    const address = await firstLine(child, /dashboard at (http:\S+)/)
    ready = true
    const today = shopDate(shop.zone)
    const sample = recentYears(today)
    const calendar = await fetch(new URL(`/api/days?from=${sample[0].date}&to=${today}`, address)).then((response) => response.json())
    const { closed, rows } = withHolidays(sample, calendar.days)
    const days = rows.filter(({ date }) => date !== daysBefore(today, missingDaysAgo))
    await send(address, token, "POST", "/api/admin/import", toCsv(days))
    for (const date of closed)
      await send(address, token, "PUT", `/api/admin/days/${date}`, { actor: shop.manager, closed: true, note: shop.closed })
    for (const { actor, date, factor, reason } of corrections(today, shop)) {
      const counted = days.find((day) => day.date === date)
      if (counted === undefined) continue
      const amount = Math.round(Number(counted.amount) * factor * 100) / 100
      await send(address, token, "PUT", "/api/admin/turnover", { actor, amount, date, reason })
    }
    return { address, days: days.length, ended, stop, token }
  } catch (error) {
    await stop()
    if (isStopping) process.exit()
    process.stderr.write(startLog)
    throw error
  }
}
