import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import type { Words } from "../../words/Words.ts"
import { keysAskedBy, modulesOf } from "./Keys.ts"

const root = new URL("../../", import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), "utf8")

/** The sentences of each file in `words/`, by its path. */
const dictionaries: ReadonlyMap<string, Words> = new Map(
  await Promise.all(
    readdirSync(new URL("words/", root)).filter((name) => name.endsWith(".ts") && name !== "Keys.ts" && name !== "Words.ts").map(
      async (name) => {
        const [dictionary]: Array<Words> = Object.values(await import(new URL(`words/${name}`, root).href))
        return [`words/${name}`, dictionary ?? {}] as const
      }
    )
  )
)

/** The reference has no script. */
const pages = readdirSync(new URL("static/", root)).filter((name) => name.endsWith(".html") && name !== "docs.html").map((name) => {
  const html = read(`static/${name}`)
  const main = `static/${/type="module" src="([^"]+)"/.exec(html)?.[1]}`
  const loaded = (when: "first" | "ever") => {
    const modules = [...modulesOf(main, when)]
    const words: Words = Object.assign({}, ...modules.map((path) => dictionaries.get(path)))
    return { modules: modules.filter((path) => path.startsWith("static/")), words }
  }
  return { name, html, first: loaded("first"), ...loaded("ever") }
})

const placeholders = (text: string | undefined): ReadonlyArray<string> => (text?.match(/\{\w+\}/g) ?? []).sort()

/** Only said after a second response, which only the later scripts request, or of a refusal, which is not known before its words. */
const onlyLater = new Set(["announce", "setting", "fault.and", "fault.found", "fault.named"])

describe("the words of the pages", () => {
  it("stand in both languages, with the same facts to fill in", () => {
    for (const [path, words] of dictionaries) {
      assert.isNotEmpty(words, path)
      for (const [key, { en, zh }] of Object.entries(words)) {
        assert.isNotEmpty(zh.trim(), key)
        assert.isNotEmpty(en.trim(), key)
        assert.deepStrictEqual(placeholders(en), placeholders(zh), key)
      }
    }
  })

  it("call what signs in a password, never by another word", () => {
    for (const [path, words] of dictionaries) {
      for (const [key, { zh }] of Object.entries(words)) assert.notMatch(zh, /令牌|口令/, `${key} in ${path}`)
    }
  })

  it("have one sentence a key, whichever files take it up", () => {
    const sentences = new Map<string, Words[string]>()
    for (const [path, words] of dictionaries) {
      for (const [key, sentence] of Object.entries(words)) {
        assert.strictEqual(sentences.get(key) ?? sentence, sentence, `${key} in ${path}`)
        sentences.set(key, sentence)
      }
    }
  })

  for (const { first, html, modules, name, words } of pages) {
    // A script that runs before its words are loaded would show their keys.
    it(`are there for the first scripts of ${name} before the later ones come`, () => {
      const lacking = first.modules.flatMap((module) => [...keysAskedBy(module).needed].filter((key) => !(key in first.words)))
      assert.deepStrictEqual(lacking.filter((key) => !onlyLater.has(key)), [])
    })

    it(`are those that ${name} shows before any script has run`, () => {
      for (const [, key = "", text = ""] of html.matchAll(/data-i18n="([^"]+)"[^>]*>([^<]*)</g))
        assert.strictEqual(text, words[key]?.zh.replace("{currency}", "元"), key)
      for (const [, attribute = "", key = ""] of html.matchAll(/data-i18n-([a-z-]+)="([^"]+)"/g)) {
        assert.include(html, `${attribute}="${words[key]?.zh.replace("{currency}", "元")}"`, key)
      }
    })

    it(`are all there that the scripts of ${name} ask for`, () => {
      assert.isAbove(modules.length, 5)
      for (const module of modules) for (const key of keysAskedBy(module).needed) assert.property(words, key, module)
    })
  }

  it("are all shown somewhere", () => {
    const unused = new Set([...dictionaries.values()].flatMap((words) => Object.keys(words)))
    for (const { html, modules, words } of pages) {
      const asked = modules.map(keysAskedBy)
      for (const key of unused) {
        const base = key.replace(/\.one$/, "")
        if (key in words && (html.includes(`"${key}"`) || asked.some(({ asks }) => asks(key) || asks(base)))) unused.delete(key)
      }
    }
    assert.deepStrictEqual([...unused], [])
  })
})

describe("the pages", () => {
  for (const { html, name } of pages) {
    it(`${name} holds no script, style or handler of its own, as its policy demands`, () => {
      assert.notMatch(html, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/)
    })
  }

  it("never read a text as HTML or as code", () => {
    const scripts = readdirSync(new URL("static/scripts/", root), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts")
    )
    assert.isAbove(scripts.length, 40)
    for (const name of scripts) {
      assert.notMatch(read(`static/scripts/${name}`),
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\("style"/, name)
    }
  })

  // A proxy may serve the service below a path of its own.
  it("begin no address at the root of the host", () => {
    for (const { html, name } of pages) assert.notMatch(html, /\b(?:href|src)="\//, name)
    for (const name of readdirSync(new URL("static/scripts/", root), { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts")) continue
      assert.notMatch(read(`static/scripts/${name}`),
        /(?:href: |href = |"href", |\b(?:assign|fetch|post|register|replace|request)\()["`]\//, name)
    }
  })

  it("can stand on a home screen: each links the manifest, whose icons are PNG files of the size they name", () => {
    const links = ["static/icon.svg", "static/apple-touch-icon.png", "static/manifest.webmanifest"]
    for (const { html, name } of pages) for (const link of links) assert.include(html, `href="${link}"`, name)
    const { display, icons }: { display: string; icons: ReadonlyArray<{ purpose?: string; sizes: string; src: string }> } = JSON.parse(
      read("static/public/manifest.webmanifest")
    )
    assert.strictEqual(display, "standalone")
    assert.deepStrictEqual(icons.map(({ purpose, sizes }) => `${sizes} ${purpose ?? "any"}`), [
      "192x192 any",
      "512x512 any",
      "512x512 maskable"
    ])
    for (const { sizes, src } of icons) {
      // A PNG's width and height are at bytes 16 and 20.
      const bytes = readFileSync(new URL(`static/public/${src}`, root))
      assert.strictEqual(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src)
    }
  })
})
