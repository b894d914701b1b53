import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isSameFile, resolveFile, watchFile } from "../../../src/Database/Sqlite/Files.ts"
import { temporaryFolder } from "../TestFile.ts"

describe("the identity of a file", () => {
  it.scoped("is the same through links of both kinds, and not that of an equal copy or of nothing", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const at = (name: string) => join(folder, name)
      for (const name of ["a", "equal"]) writeFileSync(at(name), "same")
      linkSync(at("a"), at("hard"))
      symlinkSync("a", at("soft"))
      assert.deepStrictEqual(["a", "hard", "soft", "equal", "none"].map((name) => isSameFile(at("a"), at(name))), [
        true,
        true,
        true,
        false,
        false
      ])
      assert.isFalse(isSameFile(at("none"), at("none")))
    }))

  it.scoped("is kept through writes, and lost by a removal or another file of that name", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const at = (name: string) => join(folder, name)
      for (const name of ["a", "b"]) writeFileSync(at(name), "")
      const displaced = watchFile(at("a"))
      writeFileSync(at("a"), "more")
      assert.isUndefined(displaced())
      renameSync(at("b"), at("a"))
      assert.strictEqual(displaced(), "replaced")
      renameSync(at("a"), at("c"))
      assert.strictEqual(displaced(), "removed")
    }))

  it.scoped("follows links, also to a file or a folder that is missing", () =>
    Effect.gen(function*() {
      const folder = resolveFile(yield* temporaryFolder)
      mkdirSync(join(folder, "real"))
      symlinkSync("real", join(folder, "folder"))
      symlinkSync("../folder/missing.db", join(folder, "real", "link.db"))
      assert.strictEqual(resolveFile(join(folder, "folder", "a.db")), join(folder, "real", "a.db"))
      assert.strictEqual(resolveFile(join(folder, "folder", "link.db")), join(folder, "real", "missing.db"))
      assert.strictEqual(resolveFile(join(folder, "folder", "new", "a.db")), join(folder, "real", "new", "a.db"))
      symlinkSync("loop", join(folder, "loop"))
      assert.throws(() => resolveFile(join(folder, "loop")), /ELOOP/)
    }))
})
