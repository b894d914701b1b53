import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { connect, type Socket } from "node:net"
import { connectionBound } from "../../../src/Http/Wire/Listener.ts"
import { connectTo, head, rawTo, token } from "../../lib/HttpService.ts"
import { serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"

describe("the bound on connections", () => {
  const cases: ReadonlyArray<readonly [limit: number | undefined, bound: number]> = [
    [undefined, 12_000],
    [1_048_576, 12_000],
    [1024, 960],
    [80, 32],
    [1, 1]
  ]
  it.each(cases)("with %s descriptors is %s", (limit, bound) => assert.strictEqual(connectionBound(12_000, limit), bound))
})

// Rule 3.17.
describe("more connections than descriptors", () => {
  it.scopedLive("are refused, changes are stored meanwhile, and there is room again once they have gone", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const service = yield* serviceProcess(folder, { ADMIN_TOKEN: token }, 80)
      const port = yield* service.port
      const early = yield* connectTo(port)
      const sockets: Array<Socket> = []
      let closed = 0
      yield* Effect.addFinalizer(() => Effect.sync(() => sockets.forEach((socket) => socket.destroy())))
      yield* Effect.sync(() => {
        for (let count = 0; count < 300; count++) {
          sockets.push(connect(port, "127.0.0.1").on("error", () => undefined).on("close", () => closed++))
        }
      })
      yield* Effect.repeat(Effect.sleep("20 millis"), { until: () => closed >= 260 })
      const body = JSON.stringify({ date: "2025-12-08", amount: 3629.76 })
      yield* early.send(`${head("PUT", "/api/admin/turnover", { "x-admin-token": token, "content-length": body.length })}${body}`)
      yield* early.heard(/^HTTP\/1\.1 200 .*\}$/s)
      for (const socket of sockets) socket.destroy()
      const again = yield* Effect.retry(rawTo(port, "/metrics"), Schedule.spaced("50 millis"))
      assert.strictEqual(again.status, 200)
    }))
})
