import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { nodeOptions } from "../../../scripts/lib/node-options.mjs"
import { built } from "../../../scripts/lib/test-bundle.mjs"
import { noonZone } from "../../lib/NoonZone.ts"

const readyAddress = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = ""
    child.stdout?.on("data", (chunk) => {
      heard += String(chunk)
      const address = /dashboard at (http:\S+?)\/?\s/.exec(heard)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.stderr?.on("data", (chunk) => {
      heard += String(chunk)
    })
    child.once("exit", () => reject(new Error(`The service ended before it was ready:\n${heard}`)))
  })

export interface ShopOptions {
  readonly name?: string
  /** It is noon in the shop: `00:00` is past, `23:00` is still to come. */
  readonly cutoff: "00:00" | "23:00"
  /** An empty token closes the admin endpoints. */
  readonly token?: string
  readonly webhook?: string
  readonly importNotify?: "per_row" | "digest" | "none"
  readonly access?: "open" | "private"
}

export interface Shop {
  /** `http://127.0.0.1:40371`, without a trailing slash. */
  readonly address: string
  readonly token: string
  readonly today: string
  readonly zone: string
  readonly get: (path: string) => Promise<unknown>
  readonly send: (method: "PUT" | "PATCH" | "POST" | "DELETE", path: string, body: string | object) => Promise<unknown>
  readonly writeConfig: (change: Readonly<Record<string, unknown>>) => void
  /** Stops the service and starts it again at the same address; `between` runs while it is stopped. */
  readonly restart: (between?: () => Promise<void>) => Promise<void>
  readonly stop: () => Promise<void>
}

/** The real service, built as in production, with a temporary database. */
export const openShop = async (options: ShopOptions): Promise<Shop> => {
  const folder = mkdtempSync(join(tmpdir(), "turnover-browser-"))
  const zone = noonZone()
  const token = options.token ?? "only-for-this-test"
  const config = {
    chat_webhook_url: options.webhook ?? "console:",
    chat_secret: "",
    shop_name: options.name ?? "梧桐里咖啡馆",
    weekday_range: [2800, 3600],
    // Its zone is one in which it is noon.
    holidays: "CN",
    weekend_range: [4000, 5200],
    cutoff_time: options.cutoff,
    fallback_push: "auto",
    import_notify: options.importNotify ?? "none",
    access: options.access ?? "open"
  }
  const writeConfig = (change: Readonly<Record<string, unknown>>) =>
    writeFileSync(join(folder, "config.json"), JSON.stringify({ ...config, ...change }))
  writeConfig({})
  const start = (port: string) =>
    spawn(process.execPath, [...nodeOptions, built("main.js")], {
      cwd: folder,
      env: {
        ADMIN_TOKEN: token,
        CONFIG_FILE: join(folder, "config.json"),
        DATABASE_URL: `file:${join(folder, "turnover.db")}`,
        HOST: "127.0.0.1",
        LOG_FILE: join(folder, "app.log"),
        PATH: process.env["PATH"],
        PORT: port,
        TZ: zone
      },
      stdio: ["ignore", "pipe", "pipe"]
    })
  let child = start("0")
  const address = await readyAddress(child)
  const end = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve))
    child.kill("SIGTERM")
    await ended
  }

  const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
    const response = await fetch(`${address}${path}`, { ...init, headers: { "X-Admin-Token": token, ...init?.headers } })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const stop = async () => {
    await end()
    rmSync(folder, { recursive: true, force: true })
  }
  const { today } = (await ask("/api/metrics").catch(async (error: unknown) => {
    await stop()
    throw error
  })) as { today: { date: string } }

  return {
    address,
    token,
    today: today.date,
    zone,
    get: (path) => ask(path),
    send: (method, path, body) =>
      ask(path, {
        method,
        headers: { "Content-Type": typeof body === "string" ? "text/csv" : "application/json" },
        body: typeof body === "string" ? body : JSON.stringify(body)
      }),
    writeConfig,
    restart: async (between) => {
      await end()
      try {
        await between?.()
      } finally {
        child = start(new URL(address).port)
        await readyAddress(child)
      }
    },
    stop
  }
}

const dayMillis = 86_400_000

/** The date `days` days later; earlier if negative. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMillis).toISOString().slice(0, 10)

/** A CSV of the `count` days before `today`, each with a different amount. */
export const csvOfDaysBefore = (today: string, count: number): string =>
  `date,amount\r\n${
    Array.from({ length: count }, (_, index) => `${addDays(today, index - count)},${3000 + ((index * 377) % 900)}.${10 + (index % 90)}\r\n`)
      .join("")
  }`
