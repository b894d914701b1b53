import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join, normalize } from "node:path"
import { layers, objection, roomOf } from "../scripts/layers.mjs"

const root = join(import.meta.dirname, "..")

const documented = Array.from(
  readFileSync(join(root, "ARCHITECTURE.md"), "utf8").matchAll(/^\| (\d+) \| `(\w+)` \|/gm),
  ([, layer, room]) => [Number(layer), room ?? ""] as const
)

const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))

const importsOf = (file: string): ReadonlyArray<string> =>
  Array.from(
    readFileSync(join(root, "src", file), "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+)"/g),
    ([, target]) => normalize(join(file, "..", target ?? ""))
  ).filter((target) => !target.startsWith(".."))

describe("the rooms of src/", () => {
  it("stand in ARCHITECTURE.md in the layers that the linter enforces", () =>
    assert.deepStrictEqual(documented, layers.flatMap((rooms, index) => rooms.map((room) => [index + 1, room] as const))))

  it("are all there, and no other", () => assert.deepStrictEqual(new Set(sources.map(roomOf)), new Set(layers.flat())))

  it("import from lower layers only", () =>
    assert.deepStrictEqual(
      sources.flatMap((file) =>
        importsOf(file).flatMap((target) => objection(roomOf(file), roomOf(target)) === undefined ? [] : [`${file} imports ${target}`])
      ),
      []
    ))
})

describe("an objection to an import", () => {
  it("is raised against a higher layer, the same layer and an unknown room", () => {
    assert.match(objection("Domain", "Http") ?? "", /Domain stands below Http/)
    assert.match(objection("Outbox", "Chat") ?? "", /beside it/)
    assert.match(objection("Domain", "Attic") ?? "", /Attic has no layer/)
  })

  it("is raised where a room has a narrower rule", () => assert.match(objection("Api", "Ledger") ?? "", /Api imports from Domain only/))

  it("is not raised against a lower layer or the own room", () => {
    assert.strictEqual(objection("Http", "Domain"), undefined)
    assert.strictEqual(objection("Http", "Http"), undefined)
  })
})
