import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync, lchownSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { follow, isOnlyOurs, ourIdentity } from "../../src/Config/OnlyOurs.ts"
import { temporaryFolder } from "../Database/TestFile.ts"

const own = { user: 1000, group: 1000 }

const rows: ReadonlyArray<readonly [mode: string, user: number, group: number, isOnlyOurs: boolean]> = [
  ["644", 1000, 1000, true],
  ["755", 0, 0, true],
  // A user's own group, as Debian and Fedora have it.
  ["664", 1000, 1000, true],
  ["664", 1000, 100, false],
  ["646", 1000, 1000, false],
  ["666", 0, 0, false],
  ["644", 1001, 1001, false],
  ["600", 1001, 1000, false]
]

describe("a file of a program", () => {
  it.each(rows)("with mode %s, user %i and group %i: only ours: %s",
    (mode, user, group, expected) =>
      assert.strictEqual(isOnlyOurs({ mode: 0o100000 + parseInt(mode, 8), uid: user, gid: group }, own), expected))
})

describe("a path that is followed", () => {
  const places = Effect.map(temporaryFolder, (folder) => {
    const root = realpathSync(folder)
    mkdirSync(join(root, "a/b"), { recursive: true })
    mkdirSync(join(root, "links"))
    writeFileSync(join(root, "a/b/file"), "")
    symlinkSync("../a/b", join(root, "links/one"))
    symlinkSync("links/one/file", join(root, "two"))
    return (name: string) => join(root, name)
  })

  it.scoped("is the file without links, and a missing one keeps its name", () =>
    Effect.map(places, (at) => {
      assert.deepStrictEqual(follow(at("two"), ourIdentity()), { path: at("a/b/file"), open: undefined })
      assert.deepStrictEqual(follow(at("links/one/new/file"), ourIdentity()), { path: at("a/b/new/file"), open: undefined })
    }))

  it.scoped("has no file, folder or link on its way that others can write", () =>
    Effect.map(places, (at) => {
      for (const [name, mode] of [["a/b/file", 0o646], ["a/b", 0o757], ["a", 0o757], ["links", 0o777]] as const) {
        chmodSync(at(name), mode)
        assert.strictEqual(follow(at("two"), ourIdentity()).open, at(name))
        chmodSync(at(name), name === "a/b/file" ? 0o644 : 0o755)
      }
      // In a sticky folder, others can replace only what is theirs.
      chmodSync(at("links"), 0o1777)
      assert.strictEqual(follow(at("two"), ourIdentity()).open, undefined)
      if (process.getuid?.() !== 0) return
      lchownSync(at("links/one"), 1234, 1234)
      assert.strictEqual(follow(at("two"), ourIdentity()).open, at("links/one"))
    }))

  it.scoped("that never ends is a fault", () =>
    Effect.map(places, (at) => {
      symlinkSync("ring", at("ring"))
      assert.throws(() => follow(at("ring"), null), /too many links/)
    }))
})
