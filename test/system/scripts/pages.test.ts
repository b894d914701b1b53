import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { buildPages } from "../../../scripts/lib/pages.mjs"
import { packageRoot } from "../../../src/Package.ts"

// Inside the package, so that its dependencies are found.
const folder = join(packageRoot, "dist", `test-pages-${process.pid}`)
const [from, to] = [join(folder, "static"), join(folder, "built")]
const page = (name: string, language = "zh"): string => readFileSync(join(to, language, `${name}.html`), "utf8")
const hashed = (pattern: RegExp): ReadonlyArray<string> => readdirSync(join(to, "static/hashed")).filter((name) => pattern.test(name))

describe("the build of the pages", () => {
  beforeAll(async () => {
    for (const name of ["static", "words", "src"]) cpSync(join(packageRoot, name), join(folder, name), { recursive: true })
    await buildPages({ from, to })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  for (const name of ["dashboard", "admin"]) {
    it(`gives ${name} one style, one script before the first paint and one module, all named by their content`, () => {
      const loaded = Array.from(page(name).matchAll(/<(script|link rel="stylesheet")( type="module")? (?:src|href)="([^"]+)"/g),
        ([, tag, module, address = ""]) => `${tag}${module ?? ""} ${address.replace(/-[A-Z0-9]{8}\./, "-HASH.")}`)
      assert.deepStrictEqual(loaded, [
        "script static/hashed/boot-HASH.js",
        `link rel="stylesheet" static/hashed/${name}-HASH.css`,
        `script type="module" static/hashed/${name}-zh-HASH.js`
      ])
    })
  }

  it("preloads what the script imports at once, and not what it loads only when needed", () => {
    const later = hashed(/^dashboard-keep-up-\w+\.js$/)
    assert.lengthOf(later, 2)
    for (const file of later) assert.notInclude(page("dashboard"), file)
    const [script = ""] = hashed(/^dashboard-zh-[A-Z0-9]{8}\.js$/)
    const imported = Array.from(readFileSync(join(to, "static/hashed", script), "utf8").matchAll(/\bfrom"\.\/([^"]+)"/g),
      ([, file = ""]) => file)
    assert.isNotEmpty(imported)
    for (const file of imported) assert.include(page("dashboard"), `<link rel="modulepreload" href="static/hashed/${file}">`)
  })

  it("gives each language a script with its words alone, and the other's words in a file that is loaded only when they are asked for", () => {
    const [has, lacks] = [{ en: "Not entered yet", zh: "还没录入" }, { en: "还没录入", zh: "Not entered yet" }]
    for (const [language, other] of [["zh", "en"], ["en", "zh"]] as const) {
      const read = (pattern: RegExp) => hashed(pattern).map((file) => readFileSync(join(to, "static/hashed", file), "utf8")).join("")
      assert.match(page("dashboard", language), new RegExp(`<html lang="${language}`))
      const script = read(new RegExp(`^dashboard-${language}-[A-Z0-9]{8}\\.js$`))
      assert.include(script, has[language])
      assert.notInclude(script, lacks[language])
      const words = read(new RegExp(`^dashboard-words-${other}-[A-Z0-9]{8}\\.js$`))
      assert.include(words, has[other])
      assert.notInclude(words, lacks[other])
      assert.notInclude(page("dashboard", language), "dashboard-words")
    }
  })

  it("has the sentences of refusals in a file that a page loads only when it is refused, but has those of a lost connection at once", () => {
    for (const name of ["enter", "sign-in", "setup"]) {
      const atOnce = Array.from(page(name).matchAll(/static\/hashed\/[\w-]+\.js/g), ([file]) => file)
      const code = atOnce.map((file) => readFileSync(join(to, file), "utf8")).join("")
      assert.include(code, "连不上服务器", name)
      assert.notInclude(code, "这个请求来自别的网站", name)
      const later = hashed(new RegExp(`^${name}-Refusals-[A-Z0-9]{8}\\.js$`))
      assert.isTrue(later.some((file) => code.includes(file)), name)
      for (const file of later) assert.notInclude(page(name), file)
    }
  })

  it("changes a page with each file it is built from, so that an upgrade is noticed, and leaves no old file", async () => {
    const sources = [
      "static/scripts/boot.ts",
      "static/scripts/dashboard/main.ts",
      "static/scripts/dashboard/chart.ts",
      "static/css/shared/colours.css",
      "words/Dashboard.ts"
    ]
    for (const source of sources) {
      const [before, admin] = [page("dashboard"), page("admin")]
      const count = hashed(/./).length
      appendFileSync(join(folder, source), source.endsWith(".css") ? "\n.changed { color: red }\n" : "\nglobalThis.changed = true\n")
      await buildPages({ from, to })
      assert.notStrictEqual(page("dashboard"), before, source)
      assert.strictEqual(page("admin") === admin, source.includes("ashboard"), source)
      assert.lengthOf(hashed(/./), count, source)
    }
  })

  it("fails on a script that is not there, and leaves what was built", async () => {
    const before = page("dashboard")
    rmSync(join(from, "scripts/dashboard/board.ts"))
    const fault = await buildPages({ from, to, logLevel: "silent" }).then(() => "", String)
    assert.include(fault, "Could not resolve")
    assert.include(fault, "board.ts")
    assert.strictEqual(page("dashboard"), before)
    assert.isTrue(existsSync(join(to, "static/icon.svg")))
  })
})
