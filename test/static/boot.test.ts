import { transformSync } from "esbuild"
import { readFileSync } from "node:fs"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "vitest"

const { code: script } = transformSync(readFileSync(new URL("../../static/scripts/boot.ts", import.meta.url), "utf8"), { loader: "ts" })

/** The language in which a page begins. */
const languageOf = (
  visit: {
    readonly browser: ReadonlyArray<string>
    readonly shop?: string
    readonly chosen?: string
    readonly address?: string
    readonly path?: string
  }
): string => {
  const root = {
    lang: "zh-CN",
    dataset: visit.shop === undefined ? {} : { language: visit.shop },
    classList: { add: () => {}, toggle: () => {} },
    addEventListener: () => {}
  }
  runInNewContext(script, {
    document: { baseURI: `http://shop${visit.path ?? "/"}`, documentElement: root },
    location: { search: visit.address ?? "" },
    localStorage: { getItem: (key: string) => key === (visit.path === undefined ? "lang" : "/a/lang") ? visit.chosen ?? null : null },
    matchMedia: () => ({ matches: false }),
    navigator: { languages: visit.browser },
    URL,
    URLSearchParams
  })
  return root.lang
}

// Rule 2.11.
describe("a page begins", () => {
  it("in the browser's first language that it has", () => {
    assert.strictEqual(languageOf({ browser: ["fr-FR", "zh-TW", "en"] }), "zh-CN")
    assert.strictEqual(languageOf({ browser: ["en-GB", "zh"] }), "en")
    assert.strictEqual(languageOf({ browser: ["fr-FR"] }), "en")
  })

  it("in the shop's language, if the settings have one", () => {
    assert.strictEqual(languageOf({ browser: ["zh-CN"], shop: "en" }), "en")
    assert.strictEqual(languageOf({ browser: ["en-GB"], shop: "zh" }), "zh-CN")
  })

  it("in the visitor's own choice before anything else", () => {
    assert.strictEqual(languageOf({ browser: ["en-GB"], shop: "en", chosen: "zh" }), "zh-CN")
    assert.strictEqual(languageOf({ browser: ["zh-CN"], shop: "zh", chosen: "zh", address: "?lang=en" }), "en")
    assert.strictEqual(languageOf({ browser: ["zh-CN"], shop: "zh", chosen: "en", address: "?lang=fr" }), "en")
  })

  // Rule 6.49.
  it("in the choice that was made below its path, however a proxy has spelt that", () => {
    for (const path of ["/a/", "/a//", "//a/"]) {
      assert.strictEqual(languageOf({ browser: ["en-GB"], chosen: "zh", path }), "zh-CN")
    }
  })
})
