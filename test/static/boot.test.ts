import { transformSync } from "esbuild"
import { readFileSync } from "node:fs"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "vitest"

const { code: script } = transformSync(readFileSync(new URL("../../static/scripts/boot.ts", import.meta.url), "utf8"), { loader: "ts" })

/** The language in which a page begins. */
const languageOf = (
  visit: {
    readonly sent: "zh-CN" | "en"
    readonly chosen?: string
    readonly address?: string
    readonly path?: string
  }
): string => {
  const root = {
    lang: visit.sent,
    dataset: {},
    classList: { add: () => {}, toggle: () => {} },
    addEventListener: () => {}
  }
  runInNewContext(script, {
    document: { baseURI: `http://shop${visit.path ?? "/"}`, documentElement: root },
    location: { search: visit.address ?? "" },
    localStorage: { getItem: (key: string) => key === (visit.path === undefined ? "lang" : "/a/lang") ? visit.chosen ?? null : null },
    matchMedia: () => ({ matches: false }),
    URL,
    URLSearchParams
  })
  return root.lang
}

// Rule 2.11.
describe("a page begins", () => {
  it("in the language in which the server sent it, if the visitor has made no choice", () => {
    assert.strictEqual(languageOf({ sent: "zh-CN" }), "zh-CN")
    assert.strictEqual(languageOf({ sent: "en", chosen: "fr" }), "en")
  })

  it("in the visitor's own choice before anything else", () => {
    assert.strictEqual(languageOf({ sent: "en", chosen: "zh" }), "zh-CN")
    assert.strictEqual(languageOf({ sent: "zh-CN", chosen: "zh", address: "?lang=en" }), "en")
    assert.strictEqual(languageOf({ sent: "zh-CN", chosen: "en", address: "?lang=fr" }), "en")
  })

  // Rule 6.49.
  it("in the choice that was made below its path, however a proxy has spelt that", () => {
    for (const path of ["/a/", "/a//", "//a/"]) {
      assert.strictEqual(languageOf({ sent: "en", chosen: "zh", path }), "zh-CN")
    }
  })
})
