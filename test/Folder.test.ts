import { assert, describe, it } from "@effect/vitest"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeFolder } from "../src/Folder.ts"

describe("a folder", () => {
  it("is made with those above it", () => {
    const place = mkdtempSync(join(tmpdir(), "turnover-folder-"))
    for (let time = 0; time < 2; time++) makeFolder(join(place, "a/b"))
    assert.isTrue(existsSync(join(place, "a/b")))
    rmSync(place, { recursive: true })
  })

  it("that the system refuses is a fault at once", () => {
    assert.throws(() => makeFolder("/proc/nowhere/data"), "ENOENT")
  })
})
