import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitOf } from "../../../scripts/lib/commit.mjs"

const inFolder = (body: (folder: string) => void) => {
  const folder = mkdtempSync(join(tmpdir(), "turnover-commit-"))
  try {
    body(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe("the commit of a build", () => {
  it("is git's, and says where the sources differ from it", () =>
    inFolder((folder) => {
      const git = (...words: ReadonlyArray<string>) =>
        execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.org", ...words], { encoding: "utf8" })
      git("init", "-q")
      writeFileSync(join(folder, "a"), "1")
      git("add", "a")
      git("commit", "-q", "-m", "first")
      const head = git("rev-parse", "--short=7", "HEAD").trim()
      assert.strictEqual(commitOf(folder, ""), head)
      writeFileSync(join(folder, "a"), "2")
      assert.strictEqual(commitOf(folder, ""), `${head}-dirty`)
      // A copy of the sources inside another project's repository.
      mkdirSync(join(folder, "copy"))
      assert.strictEqual(commitOf(join(folder, "copy"), ""), "")
    }))

  it("is the one that is given, and none without both", () =>
    inFolder((folder) => {
      assert.strictEqual(commitOf(folder, "1a2b3c4"), "1a2b3c4")
      assert.strictEqual(commitOf(folder, ""), "")
      assert.throws(() => commitOf(folder, "a b"), /TURNOVER_COMMIT: found "a b", expected a commit/)
    }))
})
