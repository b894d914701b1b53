import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readFileSync, rmSync, statSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"

const shop = {
  shop_name: "老王饺子",
  cutoff_time: "22:00",
  closed_weekdays: [],
  without_figure: "wait",
  time_zone: "Europe/Berlin",
  currency: "EUR",
  language: "zh-CN",
  password: "correct horse battery"
}

/** Beginning again takes the port anew, so it has to have a number. */
const freePort = Effect.async<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() => resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0)))
  })
})

const start = (folder: string, port: number) =>
  Effect.gen(function*() {
    const service = yield* serviceProcess(folder, { TZ: undefined, ADMIN_TOKEN: undefined, PORT: String(port) })
    yield* service.port
    return service
  })

const post = (port: number, body: object) =>
  Effect.promise(() =>
    fetch(`http://127.0.0.1:${port}/api/setup`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: `http://127.0.0.1:${port}` },
      body: JSON.stringify(body)
    })
  )

const codeIn = (stdout: string): string => /setup#([\w-]{22})\n/.exec(stdout)?.[1] ?? ""

// Rule 3.19.
describe("the first start", () => {
  it.scopedLive("is set up in the running process, and begins again with its zone and password", () =>
    Effect.gen(function*() {
      const [folder, port] = [yield* serviceFolder, yield* freePort]
      const service = yield* start(folder, port)
      const code = codeIn(yield* service.printed(/setup#\S+\n/))
      assert.strictEqual(code.length, 22)
      const answer = yield* post(port, { code, ...shop })
      assert.strictEqual(answer.status, 200)
      const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? ""
      yield* service.printed(/dashboard at [^]*dashboard at /)
      const who = yield* Effect.promise(async () => (await fetch(`http://127.0.0.1:${port}/api/session`, { headers: { cookie } })).json())
      assert.deepInclude(who, { name: "admin", role: "admin" })
      const metrics = yield* Effect.promise(async () => (await fetch(`http://127.0.0.1:${port}/api/metrics`)).json())
      assert.strictEqual(metrics.shop_name, "老王饺子")
      assert.match(metrics.server_now, /\+0[12]:00$/)
      assert.strictEqual(readFileSync(join(folder, ".env"), "utf8"), "TZ=Europe/Berlin\nADMIN_TOKEN=\"correct horse battery\"\n")
      assert.strictEqual(statSync(join(folder, ".env")).mode & 0o777, 0o600)
      assert.strictEqual((yield* post(port, { code, ...shop })).status, 409)
      yield* service.kill("SIGTERM")
      const { code: exit, stderr } = yield* service.ended
      assert.strictEqual(exit, 0)
      const lines = stderr.trim().split("\n").filter((line) => line.includes("\"ready\""))
      assert.strictEqual(lines.length, 2, "one line a start")
      assert.notInclude(readFileSync(join(folder, "data/app.log"), "utf8"), code)
      assert.notInclude(readFileSync(join(folder, "data/app.log"), "utf8"), "horse")
    }))

  it.scopedLive("prints another code each time, also after a kill between the two files, and none once it is set up", () =>
    Effect.gen(function*() {
      const [folder, port] = [yield* serviceFolder, yield* freePort]
      const first = yield* start(folder, port)
      const before = codeIn(yield* first.printed(/setup#\S+\n/))
      assert.strictEqual((yield* post(port, { code: before, ...shop })).status, 200)
      yield* first.printed(/dashboard at [^]*dashboard at /)
      yield* first.kill("SIGKILL")
      yield* first.ended
      // config.json is written, .env is not.
      rmSync(join(folder, ".env"))
      const second = yield* start(folder, port)
      const after = codeIn(yield* second.printed(/setup#\S+\n/))
      assert.notStrictEqual(after, before)
      assert.strictEqual((yield* post(port, { code: before, ...shop })).status, 401)
      assert.strictEqual((yield* post(port, { code: after, ...shop })).status, 200)
      yield* second.printed(/dashboard at [^]*dashboard at /)
      assert.isTrue(existsSync(join(folder, ".env")))
      yield* second.kill("SIGTERM")
      yield* second.ended
      const third = yield* start(folder, port)
      yield* third.kill("SIGTERM")
      assert.notInclude((yield* third.ended).stdout, "setup#")
    }))
})
