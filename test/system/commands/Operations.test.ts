import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../../Database/TestFile.ts"
import { text } from "../../lib/SystemdUnit.ts"
import { type ServiceProcess, serviceProcess } from "../lib/ServiceProcess.ts"
import { turnover } from "./CommandProcess.ts"

/** The commands of a section of docs/operations.md, without their comments. */
const stepsOf = (heading: string): ReadonlyArray<string> => {
  const [, block = ""] = new RegExp(`^## ${heading}\\n[^#]*?\`\`\`sh\\n(.*?)\`\`\``, "ms").exec(text("docs/operations.md")) ?? []
  return block.split("\n").map((line) => (line.split("#")[0] ?? "").trim()).filter((line) => line !== "")
}

const setup = ["--shop-name", "老王饺子", "--cutoff", "23:00", "--closed", "MON", "--without-figure", "wait", "--chat", ""]

/** A command of a step in a folder; it must succeed. */
const run = (folder: string, step: string, more: ReadonlyArray<string> = []) =>
  Effect.map(turnover(folder, [...step.replace("npx turnover ", "").split(" "), ...more], { env: { TZ: "Asia/Shanghai" } }), (ended) => {
    assert.strictEqual(ended.code, 0, `${step}: ${ended.stdout}${ended.stderr}`)
    return ended.stdout
  })

const start = (folder: string) => serviceProcess(folder, { TZ: undefined })

const tokenIn = (folder: string): string => /ADMIN_TOKEN=(\S+)/.exec(readFileSync(join(folder, ".env"), "utf8"))?.[1] ?? ""

const ask = (service: ServiceProcess, folder: string, path: string, init: RequestInit = {}) =>
  Effect.flatMap(service.port, (port) =>
    Effect.promise(async () => {
      const headers = { "x-admin-token": tokenIn(folder), "content-type": "text/csv" }
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers })
      assert.strictEqual(answer.status, 200, path)
      return answer.text()
    }))

const days = "date,amount\r\n2026-01-05,3000.00\r\n2026-01-06,3412.25\r\n"

const configure = (folder: string, settings: Readonly<Record<string, unknown>>) => {
  const config = join(folder, "config.json")
  writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, "utf8")), ...settings }), { mode: 0o644 })
}

/** A shop with two days, set up and started in a folder. */
const shop = () =>
  Effect.gen(function*() {
    const folder = yield* temporaryFolder
    yield* run(folder, "npx turnover setup", setup)
    const service = yield* start(folder)
    yield* ask(service, folder, "/api/admin/import", { method: "POST", body: days })
    return { folder, service }
  })

const stop = (service: ServiceProcess) => Effect.zipRight(service.kill("SIGTERM"), service.ended)

const sameDays = (service: ServiceProcess, folder: string) =>
  Effect.map(ask(service, folder, "/api/export"), (csv) => assert.strictEqual(csv, days))

describe.concurrent("an operator who follows docs/operations.md", () => {
  it.scopedLive("sets a lost machine up again from the newest backup and the settings beside it", () =>
    Effect.gen(function*() {
      const backups = yield* temporaryFolder
      const { folder: lost, service: first } = yield* shop()
      yield* stop(first)
      configure(lost, { backup_dir: backups, chat_secret: "only-for-this-shop" })
      const service = yield* start(lost)
      while (!readdirSync(backups).some((name) => name.endsWith(".config.json"))) yield* Effect.sleep("100 millis")
      yield* service.kill("SIGKILL")
      const [copied = ""] = readdirSync(backups).filter((name) => name.endsWith(".config.json"))
      assert.strictEqual(statSync(join(backups, copied)).mode & 0o777, 0o600)

      const folder = yield* temporaryFolder
      const [copy, again, restore, doctor, begin] = stepsOf("I lost the machine").map((step) =>
        step.replaceAll(/\/mnt\/backup\/turnover\/turnover-[\d-]+\.db/g, join(backups, copied.replace(".config.json", "")))
      )
      const [, from = "", to = ""] = /^cp (\S+) (\S+)$/.exec(copy ?? "") ?? []
      copyFileSync(from, join(folder, to))
      yield* run(folder, again ?? "", [...setup, "--replace"])
      yield* run(folder, restore ?? "")
      yield* run(folder, doctor ?? "")
      assert.strictEqual(begin, "npm start")
      const { chat_secret: secret } = JSON.parse(readFileSync(join(folder, "config.json"), "utf8"))
      assert.strictEqual(secret, "only-for-this-shop")
      yield* sameDays(yield* start(folder), folder)
    }))

  it.scopedLive("upgrades beside a backup, and goes back to it", () =>
    Effect.gen(function*() {
      const { folder, service } = yield* shop()
      const [backup, fetchNew, doctor, begin] = stepsOf("A new version")
      yield* run(folder, backup ?? "")
      assert.deepStrictEqual([fetchNew, begin], ["git pull && npm ci", "npm start"])
      yield* run(folder, doctor ?? "")
      yield* stop(service)
      const upgraded = yield* start(folder)
      yield* ask(upgraded, folder, "/api/admin/import", { method: "POST", body: "date,amount\r\n2026-01-07,1.00\r\n" })
      yield* stop(upgraded)
      yield* run(folder, "npx turnover restore before-upgrade.db")
      yield* sameDays(yield* start(folder), folder)
    }))

  it.scopedLive("moves the shop to another machine, with its password", () =>
    Effect.gen(function*() {
      const { folder: old, service } = yield* shop()
      yield* stop(service)
      const [backup, copy, restore, doctor, begin] = stepsOf("Move to another machine")
      yield* run(old, backup ?? "")
      const folder = yield* temporaryFolder
      const names = (copy ?? "").split(" ").slice(1, -1)
      for (const name of names) copyFileSync(join(old, name), join(folder, name))
      chmodSync(join(folder, ".env"), 0o600)
      rmSync(join(old, "data"), { recursive: true })
      yield* run(folder, restore ?? "")
      yield* run(folder, doctor ?? "")
      assert.strictEqual(begin, "npm start")
      assert.isTrue(existsSync(join(folder, "data/turnover.db")))
      yield* sameDays(yield* start(folder), folder)
    }))
})
