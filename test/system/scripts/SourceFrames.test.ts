import { assert, describe, it } from "@effect/vitest"
import { build } from "esbuild"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { bundleOptions } from "../../../scripts/lib/bundle.mjs"
import { makeSourceFrames } from "../../../src/Logging/LogLine.ts"

/** A program bundled like the service, and the stack of its error. */
const thrownBy = async (use: (bundle: string, stack: string) => void) => {
  const folder = mkdtempSync(join(tmpdir(), "turnover-frames-"))
  try {
    const outfile = join(folder, "main.js")
    writeFileSync(join(folder, "Fault.ts"), "export const fail = (): never => {\n  throw new Error(\"broken\")\n}\n")
    writeFileSync(join(folder, "main.ts"), "import { fail } from \"./Fault.ts\"\nfail()\n")
    await build({ ...bundleOptions, absWorkingDir: folder, entryPoints: ["main.ts"], outfile, write: true })
    const bundle = pathToFileURL(outfile).href
    // In its own process, because the test runner rewrites stacks.
    const { stderr } = spawnSync(process.execPath, [outfile], { encoding: "utf8" })
    use(bundle, stderr)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("the stack of an error in the bundle", () => {
  it("names the file and the line of the source", () =>
    thrownBy((bundle, stack) => {
      assert.include(stack, bundle)
      assert.match(makeSourceFrames(bundle)(stack), /Fault\.ts:2:9/)
    }))

  it("stays as it is without a source map, and where it names no bundle", () => {
    const stack = "Error: broken\n    at x (file:///nowhere/main.js:1:20)"
    assert.strictEqual(makeSourceFrames("file:///nowhere/main.js")(stack), stack)
    assert.strictEqual(makeSourceFrames("file:///elsewhere/main.js")(stack), stack)
  })
})
