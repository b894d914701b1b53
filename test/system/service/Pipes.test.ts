import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { restore } from "../../../src/Backup/Restore.ts"
import { readConfigFile } from "../../../src/Config/ConfigFile.ts"
import { temporaryFolder } from "../../Database/TestFile.ts"

/** A pipe, which a reader would wait for. */
const pipeIn = (folder: string): string => {
  const pipe = join(folder, "pipe")
  execFileSync("mkfifo", [pipe])
  return pipe
}

describe("a file that is read", () => {
  it.scopedLive("is a regular file: a configuration that is a pipe, a folder or a device is refused at once", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      for (const [path, found] of [[pipeIn(folder), "a pipe"], [folder, "a folder"], ["/dev/zero", "a device"]] as const) {
        const { message } = yield* Effect.flip(Effect.provide(readConfigFile(path), NodeFileSystem.layer))
        assert.match(message, new RegExp(`: expected a regular file, got ${found}$`))
      }
    }))

  it.scopedLive("is a regular file: a backup that is a pipe or a folder is refused at once", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const database = join(folder, "turnover.db")
      writeFileSync(database, "")
      for (const backup of [pipeIn(folder), folder]) {
        assert.strictEqual((yield* Effect.flip(restore({ backup, database }))).message, `${backup} cannot be read: it is not a file`)
      }
    }))
})
