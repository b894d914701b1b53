import { afterAll, assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import v8 from "node:v8"
import { loadProgram } from "../../../scripts/lib/compiled-code.mjs"
import { built } from "../../../scripts/lib/test-bundle.mjs"

const said: Array<string> = []
Object.assign(globalThis, { said })

const folders: Array<string> = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

/** A new program that says `word`. */
const program = (word: string) => {
  const folder = mkdtempSync(join(tmpdir(), "turnover-compiled-"))
  folders.push(folder)
  const file = join(folder, "service.js")
  const write = (word: string) => writeFileSync(file, `(function (require, url, folder) { said.push(${JSON.stringify(word)}) })`)
  write(word)
  const load = () => loadProgram(pathToFileURL(file))
  /** As the build does. */
  const compile = () => {
    const { codeOf, file, run } = load()
    run()
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, codeOf())
    return file
  }
  return { compile, folder, write, load }
}

const saidBy = (run: () => void): string | undefined => {
  run()
  return said.at(-1)
}

describe("a program", () => {
  it("is called with what a module would have", () => {
    const { folder, load } = program("")
    writeFileSync(join(folder, "service.js"),
      "(function (require, url, folder) { said.push(require.resolve('./service.js'), url, folder) })")
    load().run()
    const file = join(folder, "service.js")
    assert.deepStrictEqual(said.slice(-3), [file, pathToFileURL(file).href, folder])
  })

  it("runs on the code that the build stored", () => {
    const { compile, folder, load } = program("first")
    const without = load()
    assert.isFalse(without.isCompiled)
    assert.strictEqual(saidBy(without.run), "first")
    assert.deepStrictEqual(readdirSync(folder), ["service.js"])
    assert.strictEqual(compile(), join(folder, `compiled/service-${process.versions.node}-${v8.cachedDataVersionTag()}`))
    const compiled = load()
    assert.isTrue(compiled.isCompiled)
    assert.strictEqual(saidBy(compiled.run), "first")
  })

  it("never runs the code of another program, even of the same length", () => {
    const { compile, load, write } = program("first")
    compile()
    write("other")
    const other = load()
    assert.isFalse(other.isCompiled)
    assert.strictEqual(saidBy(other.run), "other")
  })

  it("runs without its code where that is damaged, cut off or no file, and with a text that is not ASCII", () => {
    const { compile, load } = program("营业额")
    const file = compile()
    assert.isTrue(load().isCompiled)
    const bytes = readFileSync(file)
    for (const damage of [bytes.with(bytes.length - 1, bytes[bytes.length - 1] === 0 ? 1 : 0), bytes.subarray(0, 3), new Uint8Array()]) {
      writeFileSync(file, damage)
      const again = load()
      assert.isFalse(again.isCompiled)
      assert.strictEqual(saidBy(again.run), "营业额")
    }
    rmSync(dirname(file), { recursive: true })
    writeFileSync(dirname(file), "no folder")
    assert.strictEqual(saidBy(load().run), "营业额")
  })

  it("has code from the build for the service and for the commands, with the options that each is started with", () => {
    for (const name of ["service.js", "commands.js"]) assert.isTrue(loadProgram(pathToFileURL(built(name))).isCompiled, name)
  })

  it("stores none when it runs, also where it has none", () => {
    const folder = mkdtempSync(built("compiled-"))
    folders.push(folder)
    for (const name of ["main.js", "commands.js"]) copyFileSync(built(name), join(folder, name))
    execFileSync(process.execPath, [join(folder, "main.js"), "--version"])
    assert.deepStrictEqual(readdirSync(folder).sort(), ["commands.js", "main.js"])
  })
})
