import assert from "node:assert/strict"
import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * Runs the built service once through its life, on the Node that runs this file: start, settlement, message, backup on its thread,
 * changes and readers while garbage is collected all the time, stop, restore, start again. It is for the lines of Node on which the
 * whole suite does not run.
 */
const program = fileURLToPath(new URL("../dist/main.js", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "turnover-smoke-"))
const token = "only-for-this-run"
/** In each, requests of every kind live through several collections. */
const rounds = 15

/**
 * Collects garbage 25 times a second, even while the service is idle, because native bindings have crashed during a collection
 * before.
 */
const collecting = ["--expose-gc", "--import", "data:text/javascript,setInterval(() => globalThis.gc(), 40).unref()"]

const env = {
  PATH: process.env.PATH,
  ADMIN_TOKEN: token,
  CONFIG_FILE: join(folder, "config.json"),
  DATABASE_URL: `file:${join(folder, "turnover.db")}`,
  HOST: "127.0.0.1",
  LOG_FILE: join(folder, "app.log"),
  PORT: "0",
  TZ: "Asia/Shanghai"
}

const until = async (what, holds) => {
  for (const end = performance.now() + 60_000; !await holds();) {
    assert(performance.now() < end, `${what}: not within 60 s`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The services that run, which a failing run ends too. */
const running = new Set()

const start = async () => {
  const child = spawn(process.execPath, [...collecting, program], { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
  running.add(child)
  const service = { output: "", errors: "" }
  child.stdout.on("data", (chunk) => (service.output += chunk))
  child.stderr.on("data", (chunk) => (service.errors += chunk))
  const ended = new Promise((resolve) => child.once("close", (code, signal) => resolve(signal ?? code)))
  service.address = await Promise.race([
    until("a start", () => service.output.includes("dashboard at ")).then(() => /dashboard at (http:\S+)/.exec(service.output)[1]),
    ended.then((how) => assert.fail(`the service ended with ${how} before it was ready: ${service.errors}`))
  ])
  service.ask = async (path, init) => {
    const response = await fetch(new URL(path, service.address), { ...init, headers: { "X-Admin-Token": token } })
    assert.equal(response.status, 200, `${path}: ${response.status}\n${service.errors}`)
    return response.text()
  }
  service.correct = (amount) =>
    service.ask("/api/admin/turnover", { method: "PUT", body: JSON.stringify({ date: "2025-12-08", amount, reason: "smoke" }) })
  service.stop = async () => {
    child.kill("SIGTERM")
    assert.equal(await ended, 0, `the service did not stop in order: ${service.errors}`)
  }
  return service
}

const command = (...words) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, ...words], { env, cwd: folder, encoding: "utf8" })
  assert.equal(status, 0, `turnover ${words.join(" ")}: ${stdout}${stderr}`)
  return stdout
}

try {
  // The cutoff is at midnight, so that today is settled when the service starts.
  writeFileSync(env.CONFIG_FILE, JSON.stringify({ chat_webhook_url: "console:", cutoff_time: "00:00", backup_dir: "backups" }))
  const first = await start()
  // The log is asked, because the words of a message are free to change.
  await until("a settlement, with its message", () => /"days settled"[^]*"push delivered"/.test(readFileSync(env.LOG_FILE, "utf8")))
  await until("a backup", () =>
    existsSync(join(folder, "backups")) && readdirSync(join(folder, "backups")).some((name) => name.endsWith(".db")))
  await first.correct(1)
  const backup = join(folder, "copy.db")
  command("backup", backup)
  for (let round = 2; round <= rounds; round++) {
    await Promise.all([first.correct(round), ...["/api/metrics", "/api/audit?days=365", "/api/export", "/"].map((path) => first.ask(path))])
  }
  assert.ok((await first.ask("/api/export")).includes(`2025-12-08,${rounds}.00`))
  // The service is idle for a second, apart from the collections.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await first.stop()
  command("restore", backup)
  command("audit", "verify")
  const second = await start()
  assert.match(await second.ask("/api/export"), /2025-12-08,1\.00/)
  await second.stop()
  console.log(`Node.js ${process.versions.node}: started, settled, backed up, changed ${rounds} times under collections, stopped, restored`)
} finally {
  for (const child of running) child.kill("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
}
