import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join, normalize } from "node:path"
import { forPages, layers, objection, objectionToFile, postgresDoors, roomOf, typesForPages } from "../scripts/lib/layers.mjs"
import { gaps, walks } from "../scripts/lib/walks.mjs"

const root = join(import.meta.dirname, "..")

const documented = Array.from(
  readFileSync(join(root, "ARCHITECTURE.md"), "utf8").matchAll(/^\| (\d+) \| `(\w+)` \|/gm),
  ([, layer, room]) => [Number(layer), room ?? ""] as const
)

const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))

/** The files that a file of the repository imports, by their paths from its root. */
const targetsOf = (file: string, read = (text: string) => text): ReadonlyArray<string> =>
  Array.from(
    read(readFileSync(join(root, file), "utf8")).matchAll(/(?:from|import|import\() ?"(\.[^"]+)"/g),
    ([, target]) => normalize(join(file, "..", target ?? ""))
  )

/** The files of `src/` that a file of the repository imports. */
const importsFrom = (file: string, read?: (text: string) => string): ReadonlyArray<string> =>
  targetsOf(file, read).flatMap((target) => target.startsWith("src/") ? [target.slice("src/".length)] : [])

const importsOf = (file: string): ReadonlyArray<string> => importsFrom(join("src", file))

const scripts = readdirSync(join(root, "static/scripts"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))

/** Without the imports that are only of types. */
const codeOnly = (text: string): string =>
  text.replaceAll(/^import type [^\n]*(?:\n(?! *import)[^\n]*)*? from "[^"]+"$|import\("[^"]+"\)\./gm, "")

describe("the rooms of src/", () => {
  it("stand in ARCHITECTURE.md in the layers that the linter enforces", () =>
    assert.deepStrictEqual(documented, layers.flatMap((rooms, index) => rooms.map((room) => [index + 1, room] as const))))

  it("are all listed, and no others", () => assert.deepStrictEqual(new Set(sources.map(roomOf)), new Set(layers.flat())))

  it("use each door of PostgreSQL's folder", () =>
    assert.deepStrictEqual(
      postgresDoors.filter((door) => !sources.some((file) => !file.startsWith("Database/Postgres/") && importsOf(file).includes(door))),
      []
    ))
})

describe("the statements that differ between the databases", () => {
  it("are in the files that ARCHITECTURE.md names", () => {
    const [, named = ""] = /chosen by\s+`onDialectOrElse`: in ([^:]*)\n\n/.exec(readFileSync(join(root, "ARCHITECTURE.md"), "utf8")) ?? []
    assert.deepStrictEqual(
      Array.from(named.matchAll(/`([\w/]+\.ts)`/g), ([, file]) => file),
      sources.filter((file) => readFileSync(join(root, "src", file), "utf8").includes("onDialectOrElse")).sort()
    )
  })
})

describe("the pages", () => {
  const importedBy = (read?: (text: string) => string) => scripts.flatMap((script) => importsFrom(join("static/scripts", script), read))
  const sorted = (files: ReadonlyArray<string>) => [...new Set(files)].sort()

  it("run the code of the named files of src/ alone, and of each of them", () =>
    assert.deepStrictEqual(sorted(importedBy(codeOnly)), sorted(forPages)))

  it("take types from the named files of src/ alone", () => assert.deepStrictEqual(sorted(importedBy()), sorted(typesForPages)))

  it("have these files in ARCHITECTURE.md", () => {
    const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8")
    assert.deepStrictEqual(typesForPages.filter((file) => !architecture.includes(`\`${file}\``)), [])
  })
})

/** A file, and all that it imports, directly or through another. */
const reachedFrom = (file: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(file) || file.endsWith(".d.mts")) return found
  found.add(file)
  for (const target of targetsOf(file)) reachedFrom(target, found)
  return found
}

describe("the laboratory", () => {
  it("is imported by nothing of the product", () => {
    const product = ["src", "static", "words", "tills"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((name) => /\.[cm]?[jt]s$/.test(name))
        .map((name) => join(folder, name))
    )
    assert.deepStrictEqual(product.filter((file) => targetsOf(file).some((target) => target.startsWith("lab/"))), [])
  })

  it("has a model that imports neither the product nor the benchmark", () =>
    assert.deepStrictEqual(
      ["lab/simulation/Model.ts", "lab/simulation/till/Judge.ts"].flatMap((file) =>
        [...reachedFrom(file)].filter((each) => !each.startsWith("lab/simulation/") && !each.startsWith("test/lib/"))
      ),
      []
    ))
})

describe("each walk of ARCHITECTURE.md", () => {
  it("names files that exist, each once and connected with one before", () => assert.deepStrictEqual(walks().flatMap(gaps), []))

  it("does not become longer", () =>
    assert.deepStrictEqual(walks().map(({ files, title }) => [title, files.length]), [
      ["A `PUT` from wire to chat", 43]
    ]))
})

describe("an objection to an import", () => {
  it("is raised against a higher layer, the same layer and an unknown room", () => {
    assert.match(objection("Domain", "Http") ?? "", /Domain stands below Http/)
    assert.match(objection("Outbox", "Chat") ?? "", /beside it/)
    assert.match(objection("Domain", "Attic") ?? "", /Attic has no layer/)
  })

  it("is raised where a room has a narrower rule", () =>
    assert.match(objection("Api", "Ledger") ?? "", /Api imports from Codes, Domain only/))

  it("is raised where a file reaches past the doors of PostgreSQL's folder", () => {
    assert.match(objectionToFile("Health.ts", "Database/Postgres/Client.ts") ?? "", /PostgreSQL's own matter/)
    assert.strictEqual(objectionToFile("Health.ts", "Database/Postgres/Failure.ts"), undefined)
    assert.strictEqual(objectionToFile("Database/Postgres.ts", "Database/Postgres/Client.ts"), undefined)
  })

  it("is not raised against a lower layer or the own room", () => {
    assert.strictEqual(objection("Http", "Domain"), undefined)
    assert.strictEqual(objection("Http", "Http"), undefined)
  })
})
