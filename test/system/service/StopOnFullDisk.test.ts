import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { nodeOptions } from "../../../scripts/lib/node-options.mjs"
import { built } from "../../../scripts/lib/test-bundle.mjs"
import { fill, smallDisk } from "../lib/SmallDisk.ts"

const token = "a-token-of-this-test"

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** A disk with the whole installation, without compiled code, and with its data in `data`. */
const installation = (megabytes: number) =>
  Effect.map(smallDisk(megabytes, built("disk-")), (disk) => {
    if (disk === undefined) return undefined
    const program = join(disk, "dist")
    const data = join(disk, "data")
    for (const folder of [program, data]) mkdirSync(folder)
    for (const name of ["main.js", "service.js", "commands.js"]) copyFileSync(built(name), join(program, name))
    writeFileSync(join(data, "config.json"), JSON.stringify({ chat_webhook_url: "console:", cutoff_time: "23:59" }))
    return { disk, data, main: join(program, "main.js"), files: () => readdirSync(program, { recursive: true }).sort() }
  })

const environment = {
  PATH: process.env["PATH"],
  HOST: "127.0.0.1",
  PORT: "0",
  TZ: "Asia/Shanghai",
  ADMIN_TOKEN: token,
  DATABASE_URL: "file:shop.db"
}

const start = ({ data, main }: { readonly data: string; readonly main: string }) =>
  Effect.acquireRelease(
    Effect.sync(() => spawn(process.execPath, [...nodeOptions, main], { cwd: data, env: environment, stdio: ["ignore", "pipe", "pipe"] })),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  ).pipe(Effect.flatMap((child) =>
    Effect.promise(() =>
      new Promise<{ readonly address: string; readonly stop: () => Promise<number | null> }>((resolve, reject) => {
        let printed = ""
        const ended = new Promise<number | null>((end) => child.once("close", end))
        child.stderr.on("data", (chunk) => (printed += String(chunk)))
        child.stdout.on("data", (chunk) => {
          printed += String(chunk)
          const [, address] = /dashboard at (http:\S+)/.exec(printed) ?? []
          if (address !== undefined) resolve({ address, stop: () => (child.kill("SIGTERM"), ended) })
        })
        void ended.then((code) => reject(new Error(`ended with ${code}: ${printed}`)))
      })
    )
  ))

const enter = (address: string, amount: number) =>
  Effect.promise(() =>
    fetch(new URL("/api/admin/turnover", address), {
      method: "PUT",
      headers: { "content-type": "application/json", "x-admin-token": token },
      body: JSON.stringify({ date: "2026-03-13", amount })
    }).then(({ status }) => status)
  )

// Rule 3.16.
describe("a disk that is almost full", () => {
  it.scopedLive("gets no compiled code from a stop or a command: the service goes on, and starts again", (context) =>
    Effect.gen(function*() {
      const shop = yield* installation(12)
      if (shop === undefined) return context.skip("mounting a small file system takes root")
      const { data, disk, files, main } = shop
      const before = files()
      const first = yield* start(shop)
      assert.strictEqual(yield* enter(first.address, 1), 200)
      writeFileSync(join(disk, "filler"), Buffer.alloc(freeBytes(disk) - 2 * 1024 * 1024))
      const { status } = spawnSync(process.execPath, [main, "config", "check"], { cwd: data, env: environment })
      assert.strictEqual(status, 0)
      assert.deepStrictEqual(files(), before)
      assert.strictEqual(yield* enter(first.address, 2), 200)
      assert.strictEqual(yield* Effect.promise(first.stop), 0)
      assert.deepStrictEqual(files(), before)
      fill(join(disk, "last"))
      const refused = spawnSync(process.execPath, [main], { cwd: data, env: environment, encoding: "utf8" })
      assert.deepStrictEqual([refused.status, refused.stderr.trimEnd().split("\n").at(-1)], [
        1,
        "the database shop.db cannot be used: its disk is full, free some space on it"
      ])
      rmSync(join(disk, "last"))
      const second = yield* start(shop)
      assert.strictEqual(yield* enter(second.address, 3), 200)
      assert.strictEqual(yield* Effect.promise(second.stop), 0)
    }))
})
