import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import type { Words } from "../../words/Words.ts"

const root = new URL("../../", import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), "utf8")
const named = (folder: string, ending: string): ReadonlyArray<string> =>
  readdirSync(new URL(folder, root)).filter((name) => name.endsWith(ending)).map((name) => folder + name)

const cells = (row: string): ReadonlyArray<ReadonlyArray<string>> =>
  row.split("|").slice(1, 5).map((cell) => cell.split(",").map((part) => part.trim()).filter((part) => part !== ""))
const terms = read("docs/terms.md").split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| 中文")).map((line) => {
  const [chinese = [], english = [], , refused = []] = cells(line)
  return { chinese, english, refused }
})

const sentences: ReadonlyArray<readonly [key: string, Words[string]]> = (await Promise.all(
  [...named("words/", ".ts"), ...named("words/chat/", ".ts")].filter((path) => !/Keys|Words/.test(path)).map(async (path) => {
    const [dictionary = {}]: Array<Words> = Object.values(await import(new URL(path, root).href))
    return Object.entries(dictionary)
  })
)).flat()

/** An English word in any of its forms. */
const said = (text: string, word: string): boolean => text.toLowerCase().includes(word.toLowerCase().replace(/e$/, ""))

/** The texts for the chat are written in these files. */
const sources = [...named("src/Alarm/", ".ts"), ...named("src/Chat/", ".ts"), ...named("src/Chat/Message/", ".ts")]

/** Sentences for two and more alone, each for its reason in the code: a mean of three days, a week without an entry. */
const neverOfOne = new Set([
  "goal",
  "goal.missing",
  "goal.missing.uncounted",
  "goal.uncounted",
  "nobody",
  "empty.lately",
  "history.of_days",
  "report.short_days",
  "when.days",
  "audit.import",
  "awaiting.some",
  "awaiting.all",
  "attempts.times"
])

describe("the English sentences", () => {
  it("say one of a thing in the singular", () => {
    const keys = new Set(sentences.map(([key]) => key))
    const plural = sentences.filter(([key, { en }]) =>
      /\{(?:n|days|count|records)\} (?:counted |daily )?[a-z]+s\b/.test(en) && !keys.has(`${key}.one`) && !neverOfOne.has(key)
    )
    assert.deepStrictEqual(plural.map(([key, { en }]) => `${key}: ${en}`), [])
  })
})

describe("the table of terms", () => {
  it("has rows", () => assert.isAbove(terms.length, 10))

  for (const { chinese: [term = ""], english } of terms) {
    // The other terms are words too common to be checked in every sentence.
    if (!["结账", "店休", "估算", "管理密码"].includes(term)) continue
    it(`has one English word for ${term} in every sentence`, () => {
      const others = sentences.filter(([, { en, zh }]) => zh.includes(term) && !english.some((word) => said(en, word)))
      assert.deepStrictEqual(others.map(([key, { en }]) => `${key}: ${en}`), [])
    })
  }

  it("says closed of a shop alone, never of a day's books", () => {
    const others = sentences.filter(([, { en, zh }]) => zh.includes("结账") && !zh.includes("店休") && /\bclosed\b/i.test(en))
    assert.deepStrictEqual(others.map(([key, { en }]) => `${key}: ${en}`), [])
  })

  it("names a kind of message in one place, for the chat and the pages", () => {
    const writing = (kind: string) => [
      ...sentences.filter(([, { zh }]) => zh.includes(kind)).map(([key]) => key),
      ...sources.filter((path) => read(path).replaceAll(/\/\*\*.*?\*\//gs, "").includes(kind))
    ]
    assert.deepStrictEqual([...new Set(writing("定版"))], ["kind.finalized"])
    assert.deepStrictEqual(writing("更正").filter((where) => where.startsWith("src/")), [])
  })

  it("is kept by pages, messages and documents", () => {
    const texts: ReadonlyArray<readonly [string, string]> = [
      ...sentences.map(([key, { zh }]) => [key, zh] as const),
      ...[...named("static/", ".html"), ...named("docs/", ".md"), "README.md", ...sources]
        .filter((path) => path !== "docs/terms.md").map((path) => [path, read(path)] as const)
    ]
    const refused = terms.flatMap((term) => term.refused)
    assert.deepStrictEqual(
      texts.flatMap(([where, text]) => refused.filter((word) => text.includes(word)).map((word) => `${where}: ${word}`)),
      []
    )
  })
})
