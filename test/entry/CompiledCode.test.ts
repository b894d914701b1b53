import { afterAll, assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import v8 from "node:v8"
import { built } from "../../scripts/lib/test-bundle.mjs"
import { loadProgram } from "../../src/entry/CompiledCode.ts"

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
  return { folder, write, load: () => loadProgram(pathToFileURL(file)), code: join(folder, "compiled") }
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

  it("runs on the code that an earlier run stored, and has no need to store it again", () => {
    const { code, load } = program("first")
    const first = load()
    assert.strictEqual(saidBy(first.run), "first")
    first.store?.()
    assert.deepStrictEqual(readdirSync(code), [`service-${process.versions.node}-${v8.cachedDataVersionTag()}`])
    const second = load()
    assert.strictEqual(saidBy(second.run), "first")
    assert.isUndefined(second.store)
  })

  it("never runs the code of another program, even of the same length", () => {
    const { load, write } = program("first")
    const first = load()
    first.run()
    first.store?.()
    write("other")
    const other = load()
    assert.strictEqual(saidBy(other.run), "other")
    assert.isDefined(other.store)
    // An upgrade while the program runs.
    write("third")
    other.store?.()
    assert.strictEqual(saidBy(load().run), "third")
  })

  it("leaves the code of a process with other flags as it is", () => {
    const folder = mkdtempSync(built("compiled-"))
    folders.push(folder)
    for (const name of ["main.js", "commands.js"]) copyFileSync(built(name), join(folder, name))
    const code = () => {
      const compiled = join(folder, "compiled")
      return readdirSync(compiled).map((name) => [name, statSync(join(compiled, name)).mtimeMs])
    }
    const start = (...options: ReadonlyArray<string>) => execFileSync(process.execPath, [...options, join(folder, "main.js"), "--version"])
    start()
    const [first] = code()
    start("--max-lazy")
    start()
    assert.lengthOf(code(), 2)
    assert.deepInclude(code(), first)
  })

  it("is compiled again where the code is damaged or cut off", () => {
    const { code, load } = program("first")
    const first = load()
    first.run()
    first.store?.()
    const file = join(code, readdirSync(code)[0] ?? "")
    const bytes = readFileSync(file)
    for (const damage of [bytes.with(bytes.length - 1, bytes[bytes.length - 1] === 0 ? 1 : 0), bytes.subarray(0, 3), new Uint8Array()]) {
      writeFileSync(file, damage)
      const again = load()
      assert.strictEqual(saidBy(again.run), "first")
      assert.isDefined(again.store)
    }
  })

  it("runs where its code cannot be stored, and with a text that is not ASCII", () => {
    const { code, load } = program("营业额")
    writeFileSync(code, "no folder")
    const { run, store } = load()
    assert.strictEqual(saidBy(run), "营业额")
    assert.isDefined(store)
    store?.()
    assert.strictEqual(saidBy(load().run), "营业额")
  })
})
