import { Command } from "@effect/cli"
import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap } from "effect"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { commandOf, examples } from "../src/Cli.ts"
import { chatKinds } from "../src/Config/Chats.ts"

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

  it("describe each chat product and each command", () => {
    const undescribed = (files: ReadonlyArray<string>, names: ReadonlyArray<string>) => {
      const text = files.map((file) => readFileSync(resolve(root, file), "utf8")).join("\n")
      return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
    }
    assert.deepStrictEqual(undescribed(["docs/chat.md"], chatKinds), [])
    const commands = [...HashMap.keys(Command.getSubcommands(commandOf(Effect.void)))]
    assert.sameMembers(Object.keys(examples), commands)
    assert.deepStrictEqual(undescribed(["docs/command-line.md"], commands), [])
  })

  it("have a Chinese README with the same headings, commands, keys and links", () => {
    const outline = (file: string) => {
      const text = readFileSync(resolve(root, file), "utf8")
      return {
        headings: [...text.matchAll(/^#+(?= )/gm)].map(([level]) => level),
        commands: [...text.matchAll(/^(?:npm|npx) [^#\n]*/gm)].map(([line]) => line.trim()),
        code: [...new Set(prose(file).match(/`[^`\n]+`/g))].sort(),
        links: [...new Set(linksOf(file))].filter((link) => !link.startsWith("README")).sort()
      }
    }
    assert.deepStrictEqual(outline("README.zh-CN.md"), outline("README.md"))
  })

  it("begin with a README of at most 1,200 words", () => {
    const words = readFileSync(resolve(root, "README.md"), "utf8").split(/\s+/).filter((word) => word !== "")
    assert.isAtMost(words.length, 1_200)
  })
})
