import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { tail } from "../../src/Logging/LogFile.ts"

const logOf = (text: string, older?: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "tail-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    ),
    (folder) => {
      const path = join(folder, "app.log")
      writeFileSync(path, text)
      if (older !== undefined) writeFileSync(`${path}.1`, older)
      return path
    }
  )

describe("the tail of a log", () => {
  const cases: ReadonlyArray<readonly [name: string, text: string, lines: number, found: ReadonlyArray<string>]> = [
    ["is its last lines, oldest first", "a\nb\nc\n", 2, ["b", "c"]],
    ["is all of it when it has fewer lines", "a\nb\n", 5, ["a", "b"]],
    ["has a last line that is not ended", "a\nb", 1, ["b"]],
    ["keeps blank lines", "a\n\nb\n\n", 3, ["", "b", ""]],
    ["is nothing of an empty file", "", 5, []],
    ["is nothing when no lines are wanted", "a\n", 0, []]
  ]
  for (const [name, text, lines, found] of cases) {
    it.scoped(name, () => Effect.map(logOf(text), (path) => assert.deepStrictEqual(tail(path, lines), found)))
  }

  it.scoped("continues in the file that was rotated last", () =>
    Effect.gen(function*() {
      const path = yield* logOf("c\nd\n", "a\nb\n")
      assert.deepStrictEqual(tail(path, 2), ["c", "d"])
      assert.deepStrictEqual(tail(path, 3), ["b", "c", "d"])
      assert.deepStrictEqual(tail(path, 9), ["a", "b", "c", "d"])
    }))

  it("is nothing where there is no file, or no folder", () => {
    assert.deepStrictEqual(tail("/nowhere/app.log", 5), [])
  })

  it.scoped("is the same for lines of any length that the log has", () =>
    Effect.gen(function*() {
      const line = FastCheck.tuple(FastCheck.integer({ min: 0, max: 2048 }), FastCheck.constantFrom("店", "x", "é", "😀"))
        .map(([length, character]) => character.repeat(length))
      for (const all of FastCheck.sample(FastCheck.array(line, { minLength: 1, maxLength: 12 }), 40)) {
        const path = yield* logOf(`${all.join("\n")}\n`)
        for (const lines of [1, 2, 5, 20]) assert.deepStrictEqual(tail(path, lines), all.slice(-lines))
      }
    }))

  it.scoped("reads a bounded part of a file without line ends, and gives no cut line", () =>
    Effect.gen(function*() {
      const path = yield* logOf("x".repeat(9 * 1024 * 1024))
      assert.deepStrictEqual(tail(path, 5), [])
    }))
})
