import { assert, describe, it } from "@effect/vitest"
import { text } from "../lib/SystemdUnit.ts"

/** The tests that a row of the document names, each with its file. */
const named = text("SECURITY.md").split("\n").filter((line) => /^\| \d/.test(line)).flatMap((line) => {
  let file = ""
  return [...line.slice(line.lastIndexOf("|", line.length - 2)).matchAll(/`([^`]+)`|"([^"]+)"/g)].map(([, path, name]) => {
    file = path ?? file
    return { file, name }
  })
})

describe("SECURITY.md", () => {
  it("names tests that exist", () => {
    assert.isAbove(named.length, 40)
    for (const { file, name } of named) assert.include(text(file), name ?? "", file)
  })
})
