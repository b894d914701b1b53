import { Clock, DateTime, Effect } from "effect"
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { faketimeLibrary } from "../../../scripts/lib/faketime.mjs"
import { nodeOptions } from "../../../scripts/lib/node-options.mjs"
import { built } from "../../../scripts/lib/test-bundle.mjs"
import { type PlainBot, plainBot } from "./PlainBot.ts"

export const token = "a-long-token-of-the-specification"

/** Only the keys that the specification names. */
export const specified = {
  chat_secret: "",
  shop_name: "Corner shop",
  weekday_range: [2800, 3600],
  weekend_range: [4000, 5200],
  cutoff_time: "13:18"
}

/** The tests read bodies as a client does that knows nothing but the specification, so nothing is known about their types. */
type Parsed = ReturnType<typeof JSON.parse>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined if it is no JSON. */
  readonly json: Parsed
}

export const pause = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** Asks until the value is there, for at most that long. */
export const eventually = async <A>(what: string, look: () => Promise<A | undefined> | A | undefined, millis = 30_000): Promise<A> => {
  for (const end = performance.now() + millis; performance.now() < end; await pause(20)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error(`not in time: ${what}`)
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer()
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })

/** The offset of a clock that shows this instant now. */
const offsetTo = (instant: string): string => {
  const seconds = (DateTime.unsafeMake(instant).epochMillis - Effect.runSync(Clock.currentTimeMillis)) / 1000
  return `${seconds >= 0 ? "+" : ""}${seconds.toFixed(3)}`
}

export interface Options {
  /** What the clock shows at the start, with its offset. */
  readonly at: string
  readonly config?: Readonly<Record<string, unknown>>
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Files beside `config.json`, by their paths. */
  readonly files?: Readonly<Record<string, string>>
  readonly host?: string
  readonly port?: number
}

/** The started built service with a folder, a clock and a bot of its own. */
export const product = async (options: Options) => {
  if (faketimeLibrary === undefined) throw new Error("libfaketime is missing, expected Debian's package faketime")
  const folder = mkdtempSync(join(tmpdir(), "turnover-specification-"))
  const bot: PlainBot = await plainBot()
  const host = options.host ?? "127.0.0.1"
  const port = options.port ?? await freePort()
  const clock = join(folder, "clock")
  const write = (config: Readonly<Record<string, unknown>>) =>
    writeFileSync(join(folder, "config.json"), JSON.stringify({ chat_webhook_url: bot.url, ...config }))
  const moveTo = (instant: string) => writeFileSync(clock, offsetTo(instant))
  write(options.config ?? specified)
  for (const [path, content] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const set: Readonly<Record<string, string | undefined>> = {
    PATH: process.env["PATH"],
    HOST: host,
    ADMIN_TOKEN: token,
    ...(options.port === undefined ? { PORT: String(port) } : {}),
    LD_PRELOAD: faketimeLibrary,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    NO_FAKE_STAT: "1",
    ...options.environment
  }
  const environment = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  let child: ReturnType<typeof spawn> | undefined
  let output = ""

  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`http://${host}:${port}${path}`, init)
    const text = await response.text()
    let json: Parsed
    try {
      json = JSON.parse(text)
    } catch {
      json = undefined
    }
    return { status: response.status, headers: response.headers, text, json }
  }
  const admin = (path: string, init: RequestInit = {}) => ask(path, { ...init, headers: { "x-admin-token": token, ...init.headers } })
  const sending = (method: string, type: string) => (path: string, body: string) =>
    admin(path, { method, body, headers: { "content-type": type } })
  const putJson = (path: string, body: object) => sending("PUT", "application/json")(path, JSON.stringify(body))
  const postJson = (path: string, body: object) => sending("POST", "application/json")(path, JSON.stringify(body))

  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    const ending = child
    child = undefined
    if (ending === undefined || ending.exitCode !== null) return
    await new Promise((resolve) => {
      ending.once("close", resolve)
      ending.kill(signal)
    })
  }

  /** Starts it at that instant, and waits until it answers. */
  const start = async (instant: string) => {
    moveTo(instant)
    const started = spawn(process.execPath, [...nodeOptions, built("main.js")], {
      cwd: folder,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"]
    })
    child = started
    started.stdout?.on("data", (chunk) => void (output += String(chunk)))
    started.stderr?.on("data", (chunk) => void (output += String(chunk)))
    await eventually("the service answers", async () => {
      if (started.exitCode !== null) throw new Error(`the service has ended with ${started.exitCode}: ${output}`)
      return ask("/api/health").then((answer) => answer.status === 200 ? answer : undefined, () => undefined)
    })
  }

  /** Waits until the bot has had that many requests in all, and returns those after the first `before`. */
  const delivered = (count: number, before = 0) =>
    eventually(`${count} requests to the bot, found ${bot.deliveries.length}`, () =>
      bot.deliveries.length >= count ? bot.deliveries.slice(before) : undefined)

  await start(options.at)
  return {
    admin,
    ask,
    bot,
    delivered,
    folder,
    moveTo,
    port,
    postJson,
    putJson,
    import: (text: string) => sending("POST", "text/csv")("/api/admin/import", text),
    reload: () => admin("/api/admin/reload_cutoff", { method: "POST" }),
    start,
    stop,
    write,
    output: () => output,
    /** Ends it and removes what it has stored. */
    close: async () => {
      await stop("SIGKILL")
      bot.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

export type Product = Awaited<ReturnType<typeof product>>

export interface StreamEvent {
  readonly at: number
  readonly data: Parsed
}

/** Reads the event stream until the signal ends it. */
export const listen = async ({ port }: Pick<Product, "port">, signal: AbortSignal) => {
  const events: Array<StreamEvent> = []
  const response = await fetch(`http://127.0.0.1:${port}/api/events`, { signal })
  const lines: Array<string> = []
  void (async () => {
    let rest = ""
    for await (const chunk of response.body ?? []) {
      const parts = (rest + Buffer.from(chunk).toString("utf8")).split("\n")
      rest = parts.pop() ?? ""
      for (const line of parts) {
        lines.push(line)
        if (line.startsWith("data:")) events.push({ at: performance.now(), data: JSON.parse(line.slice("data:".length)) })
      }
    }
  })().catch(() => undefined)
  return { events, headers: response.headers, lines, status: response.status }
}
