import { Command } from "@effect/cli"
import { OpenApi } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap } from "effect"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { Api } from "../src/Api.ts"
import { commandOf } from "../src/Cli.ts"
import { examples } from "../src/Cli/Examples.ts"
import { chatKinds } from "../src/Config/ChatKind.ts"
import { settingNames } from "../src/Config/ShopConfig.ts"
import { exampleTexts } from "../words/reference/Examples.ts"
import { fields } from "../words/reference/Fields.ts"
import { operations } from "../words/reference/Operations.ts"
import { people } from "../words/reference/People.ts"
import { responses } from "../words/reference/Responses.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const isThere = (file: string) => existsSync(resolve(root, file))

const documents = ["", "docs/"].flatMap((folder) =>
  readdirSync(resolve(root, folder)).filter((name) => name.endsWith(".md")).map((name) => `${folder}${name}`)
)

/** The text of a document without code, because `[…](…)` and `#` in code are not Markdown. */
const prose = (file: string) =>
  readFileSync(resolve(root, file), "utf8")
    .replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ""))

/** The anchor of a heading as the usual viewers form it: lower case, punctuation removed, spaces as hyphens. */
const anchorOf = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")

const anchorsOf = (file: string) => [...prose(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading.trim()))

const linksOf = (file: string) =>
  [...prose(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target).filter((target) => !/^[a-z]+:/i.test(target))

const faultOf = (file: string, link: string): string | undefined => {
  const [path = "", anchor] = link.split("#")
  const target = path === "" ? file : relative(root, resolve(root, dirname(file), path))
  if (!isThere(target)) return `${file}: ${link}: there is no file ${target}`
  return anchor === undefined || anchorsOf(target).includes(anchor) ? undefined : `${file}: ${link}: ${target} has no such heading`
}

/** The texts of the API's declaration that `/docs` shows, without examples and without texts that repeat a type. */
const declaredTexts = (part: unknown, isFields = false): ReadonlyArray<string> => {
  if (typeof part !== "object" || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => {
    if (isFields) return declaredTexts(value)
    if (key === "example" || key === "examples") return []
    if (key === "tags" && Array.isArray(value)) return value.flatMap((tag: { name?: string }) => tag.name ?? [])
    if (key === "info") return [value.title, value.description]
    if ((key === "summary" || key === "description") && typeof value === "string") return /^an? \w+$/.test(value) ? [] : [value]
    return declaredTexts(value, key === "properties")
  })
}

/** The texts in an example, without its keys. */
const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
    ? Object.values(value).flatMap(textsIn)
    : []

const exampleTextsOf = (part: unknown): ReadonlyArray<string> =>
  typeof part !== "object" || part === null
    ? []
    : Object.entries(part).flatMap(([key, value]) => (/^examples?$/.test(key) ? textsIn(value) : exampleTextsOf(value)))

describe("the API reference", () => {
  const document = OpenApi.fromApi(Api)
  const translations = { ...operations, ...people, ...responses, ...fields }

  it("has each declared sentence in Chinese, and none that is no longer declared", () => {
    const declared = new Set(declaredTexts(document))
    assert.isAbove(declared.size, 100)
    assert.deepStrictEqual([...declared].filter((text) => !(text in translations)), [], "words/reference/ lacks their Chinese")
    assert.deepStrictEqual(Object.keys(translations).filter((text) => !declared.has(text)), [],
      "words/reference/ has them, the API does not")
    assert.strictEqual(Object.keys(translations).length,
      [operations, people, responses, fields].flatMap((part) => Object.keys(part)).length, "words/reference/ has a sentence twice")
  })

  it("is written in Chinese as Chinese is: its own punctuation, and spaces around Latin words", () => {
    for (const text of Object.values({ ...translations, ...exampleTexts })) {
      assert.match(text, /\p{Script=Han}/u)
      assert.notMatch(text, /\p{Script=Han}[,.;:?!()]|[,.;:?!()]\p{Script=Han}/u, text)
      assert.notMatch(text, /\p{Script=Han}[\w]|[\w]\p{Script=Han}/u, text)
    }
  })

  it("has what people wrote in the examples in both languages, and nothing else", () => {
    const texts = new Set(exampleTextsOf(document))
    assert.deepStrictEqual(Object.keys(exampleTexts).filter((text) => !texts.has(text)), [])
  })
})

describe("the documents", () => {
  it("link to files and headings that exist", () => {
    const links = documents.flatMap((file) => linksOf(file).map((link) => faultOf(file, link)))
    assert.isNotEmpty(links)
    assert.deepStrictEqual(links.filter((fault) => fault !== undefined), [])
  })

  it("are all linked from the README", () => {
    const linked = linksOf("README.md")
    assert.deepStrictEqual(documents.filter((file) => file !== "README.md" && !linked.includes(file)), [])
  })

  it("describe each key of config.json, each variable and each command", () => {
    const undescribed = (files: ReadonlyArray<string>, names: ReadonlyArray<string>) => {
      const text = files.map((file) => readFileSync(resolve(root, file), "utf8")).join("\n")
      return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
    }
    const variables = [...readFileSync(resolve(root, ".env.example"), "utf8").matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name = ""]) =>
      name
    )
    assert.isNotEmpty(variables)
    assert.deepStrictEqual(undescribed(["docs/settings.md", "docs/observability.md"], [...settingNames, ...variables]), [])
    assert.deepStrictEqual(undescribed(["docs/chat.md"], chatKinds), [])
    const commands = [...HashMap.keys(Command.getSubcommands(commandOf(Effect.void)))]
    assert.sameMembers(Object.keys(examples), commands)
    assert.deepStrictEqual(undescribed(["docs/command-line.md"], commands), [])
  })

  it("begin with a README of at most 1,200 words", () => {
    const words = readFileSync(resolve(root, "README.md"), "utf8").split(/\s+/).filter((word) => word !== "")
    assert.isAtMost(words.length, 1_200)
  })
})
