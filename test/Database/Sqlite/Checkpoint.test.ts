import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { statSync } from "node:fs"
import { Checkpoints, runCheckpoint } from "../../../src/Database/Sqlite/Checkpoint.ts"
import { open, temporaryFile } from "../TestFile.ts"

const text = "x".repeat(4000)

describe("the log of a database", () => {
  it.scoped("is copied after the COMMIT of many rows, and within that of few", () =>
    Effect.gen(function*() {
      const file = yield* temporaryFile
      const [mayCopy, hasCopied] = [yield* Effect.makeLatch(), yield* Effect.makeLatch()]
      const copied: Array<string> = []
      const copy = (path: string) =>
        Effect.gen(function*() {
          copied.push(path)
          yield* mayCopy.await
          runCheckpoint({ checkpoint: path })
          yield* hasCopied.open
        })
      const { sql } = yield* Effect.provideService(open(file), Checkpoints, copy)
      yield* sql`CREATE TABLE note (text TEXT NOT NULL) STRICT`
      const store = (rows: number) =>
        sql.withTransaction(sql`
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) INSERT INTO note SELECT ${text} FROM n`)
      const megabytes = () => Math.round(statSync(file).size / 1e6)

      yield* store(1500)
      assert.strictEqual(megabytes(), 6)
      assert.deepStrictEqual(copied, [])

      yield* store(2500)
      assert.strictEqual(megabytes(), 6)
      yield* mayCopy.open
      yield* hasCopied.await
      assert.strictEqual(megabytes(), 16)
      assert.deepStrictEqual(copied, [file])

      yield* store(1500)
      assert.strictEqual(megabytes(), 23)
      assert.deepStrictEqual(copied, [file])
    }))
})
