import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { BackupMaker, layer } from "../../src/Backup/BackupThread.ts"
import { temporaryFolder } from "../Database/TestFile.ts"

/** A backup on a thread that runs this script; `target` is in the folder of the test. */
const backUpBy = (script: string) =>
  Effect.gen(function*() {
    const folder = yield* temporaryFolder
    const module = join(folder, "thread.cjs")
    writeFileSync(module, `const { parentPort, workerData } = require("node:worker_threads"); ${script}`)
    const target = join(folder, "copy.db")
    const backUp = yield* Effect.provide(BackupMaker, layer(pathToFileURL(module)))
    return { target, backUp: backUp({ source: join(folder, "turnover.db"), target, replace: false }) }
  })

describe("a backup on a thread of its own", () => {
  it.scopedLive("is what the thread sends", () =>
    Effect.gen(function*() {
      const { backUp, target } = yield* backUpBy("parentPort.postMessage({ done: { file: workerData.target, bytes: 7 } })")
      assert.deepStrictEqual({ ...(yield* backUp) }, { file: target, bytes: 7 })
    }))

  for (
    const [what, script, message] of [
      ["fails with the reason that the thread sends", "parentPort.postMessage({ failure: 'no space left' })", "no space left"],
      ["fails if the thread throws", "throw new Error('out of order')", "the backup's thread failed: out of order"],
      ["fails if the thread ends without a result", "process.exit(3)", "the backup's thread ended with 3"]
    ] as const
  ) {
    it.scopedLive(what, () =>
      Effect.gen(function*() {
        const { backUp } = yield* backUpBy(script)
        assert.strictEqual((yield* Effect.flip(backUp)).message, message)
      }))
  }

  it.scopedLive("leaves no half copy if it is interrupted", () =>
    Effect.gen(function*() {
      const { backUp, target } = yield* backUpBy(`
        require("node:fs").writeFileSync(workerData.target + "." + process.pid + ".partial", "half")
        setInterval(() => {}, 1000)
      `)
      const partial = `${target}.${process.pid}.partial`
      const fiber = yield* Effect.fork(backUp)
      yield* Effect.repeat(Effect.sleep("10 millis"), { until: () => existsSync(partial) })
      yield* Fiber.interrupt(fiber)
      assert.isFalse(existsSync(partial))
    }))
})
