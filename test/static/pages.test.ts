import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"

type Words = Readonly<Record<string, string>>
interface Dictionary {
  readonly zh: Words
  readonly en: Words
}

const folder = new URL("../../static/", import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, folder), "utf8")
const page = (path: string): string => new URL(path, folder).href

const { dashboardWords, sharedWords }: Record<"dashboardWords" | "sharedWords", Dictionary> = await import(page("js/words.js"))
const { adminWords }: { adminWords: Dictionary } = await import(page("js/admin-words.js"))

const known = (...dictionaries: ReadonlyArray<Dictionary>): Words => Object.assign({}, ...dictionaries.map((each) => each.zh))

const pages = [
  { html: "index.html", entry: "dashboard.js", words: known(sharedWords, dashboardWords) },
  { html: "admin.html", entry: "admin.js", words: known(sharedWords, adminWords) }
]

/** The files that a module imports, directly and through others, as text says it. */
const modulesOf = (entry: string, found: Set<string> = new Set()): ReadonlySet<string> => {
  if (found.has(entry)) return found
  found.add(entry)
  for (const match of read(`js/${entry}`).matchAll(/(?:from|import\() ?"\.\/([\w-]+\.js)"/g)) modulesOf(match[1] ?? "", found)
  return found
}

const placeholders = (text: string | undefined): ReadonlyArray<string> => (text?.match(/\{\w+\}/g) ?? []).sort()

describe("the words of the pages", () => {
  it("stand in both languages, with the same facts to fill in", () => {
    for (const { en, zh } of [sharedWords, dashboardWords, adminWords]) {
      assert.deepStrictEqual(Object.keys(en).sort(), Object.keys(zh).sort())
      for (const key of Object.keys(zh)) assert.deepStrictEqual(placeholders(en[key]), placeholders(zh[key]), key)
    }
  })

  for (const { entry, html, words } of pages) {
    it(`are those that ${html} shows before any script has run`, () => {
      for (const [, key = "", text = ""] of read(html).matchAll(/data-i18n="([^"]+)"[^>]*>([^<]*)</g)) assert.strictEqual(text, words[key], key)
      for (const [, attribute = "", key = ""] of read(html).matchAll(/data-i18n-([a-z-]+)="([^"]+)"/g)) {
        assert.include(read(html), `${attribute}="${words[key]}"`, key)
      }
    })

    it(`are all there that the scripts of ${html} ask for by name`, () => {
      for (const module of modulesOf(entry)) {
        for (const [, key = ""] of read(`js/${module}`).matchAll(/\bt\("([^"]+)"/g)) assert.property(words, key, module)
      }
    })
  }
})

describe("the pages", () => {
  for (const { entry, html } of pages) {
    it(`${html} names every module that it is built from, so that an upgrade of any is noticed`, () => {
      const text = read(html) + read("js/dashboard.js")
      for (const module of modulesOf(entry)) {
        assert.isTrue(text.includes(`/static/js/${module}"`) || text.includes(`"${module.replace(".js", "")}"`), module)
      }
    })

    it(`${html} holds no script, style or handler of its own, as its policy demands`, () => {
      assert.notMatch(read(html), /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/)
    })
  }

  it("never read a text as HTML or as code", () => {
    for (const name of readdirSync(new URL("js/", folder))) {
      assert.notMatch(read(`js/${name}`), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\("style"/, name)
    }
  })

  it("draw with the very release of uPlot that package.json pins", async () => {
    const { uPlotModule }: { uPlotModule: () => string } = await import(new URL("../../scripts/vendor-uplot.mjs", import.meta.url).href)
    assert.strictEqual(read("vendor/uPlot.js"), uPlotModule())
  })
})
