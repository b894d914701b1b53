import { assert, describe, it } from "@effect/vitest"
import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { root, text } from "./lib/SystemdUnit.ts"

const numbers = [...text("docs/rules.md").matchAll(/^- \*\*(\d+\.\d+)\*\* /gm)].map(([, number = ""]) => number)

/** Where rules are cited: code, tests, pages and documents, but not build output or third-party files. */
const cited = ["src", "test", "scripts", "lab/simulation", "lab/proofs", "lab/bench/lib", "lab/bench/measures", "static/scripts", "docs"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|mjs|js|md)$/.test(name) && basename(name) !== "Rules.test.ts")
      .map((name) => `${folder}/${name}`)
  )

/** `rule 7.4`, `Rules 7.4, 7.5 and 7.6`, also where a comment continues on the next line. */
const citation = /\brules?(?:\s|\*)+\d+\.\d+(?:(?:,|\sand)(?:\s|\*|\/\/)+\d+\.\d+)*/gi

const citationsIn = (file: string) => (text(file).match(citation) ?? []).flatMap((found) => found.match(/\d{1,3}\.\d+/g) ?? [])

describe("the rules of behaviour", () => {
  it("are numbered once each, in order", () => {
    assert.isNotEmpty(numbers)
    const places = numbers.map((number) => number.split(".").map(Number))
    const inOrder = places.toSorted(([section = 0, place = 0], [otherSection = 0, otherPlace = 0]) =>
      section - otherSection || place - otherPlace
    )
    assert.deepStrictEqual(places, inOrder)
    assert.strictEqual(new Set(numbers).size, numbers.length)
  })

  it("contain every rule that code, tests and documents cite", () => {
    const unknown = cited.flatMap((file) =>
      citationsIn(file).filter((number) => !numbers.includes(number)).map((number) => `${file}: rule ${number}`)
    )
    assert.deepStrictEqual(unknown, [])
  })
})
