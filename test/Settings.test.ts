import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import ts from "typescript"
import { written } from "../scripts/lib/settings.mjs"
import { serviceVariables } from "../src/Config/Environment.ts"
import { settings } from "../src/Config/Settings.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Types of `Domain`, which knows no settings, whose members the settings have. */
const standIns = new Map([["src/Domain/Person.ts", "src/Config/Settings.ts"]])

/** The names in a table of declarations that no code reads. */
const unread = (tables: ReadonlyArray<readonly [file: string, names: ReadonlyArray<string>]>): ReadonlyArray<string> => {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram(["src/commands.ts", "src/main.ts"].map((file) => root + file), options)
  const checker = program.getTypeChecker()
  const places = tables.flatMap(([file, names]) => names.map((name) => `${file} ${name}`))
  const missing = new Set(places)
  const wanted = new Set(tables.flatMap(([, names]) => names))

  /** The name as it is declared, behind the fields and the destructured names that stand for it. */
  const declared = (node: ts.Identifier): ReadonlyArray<string> => {
    const { parent } = node
    const type = ts.isPropertyAccessExpression(parent) && parent.name === node
      ? checker.getTypeAtLocation(parent.expression)
      : ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent) && (parent.propertyName ?? parent.name) === node
      ? checker.getTypeAtLocation(parent.parent)
      : undefined
    const property = type === undefined ? undefined : checker.getPropertyOfType(type, node.text)
    return (property?.declarations ?? []).map((each) => {
      const file = each.getSourceFile().fileName.slice(root.length)
      return `${standIns.get(file) ?? file} ${node.text}`
    })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && wanted.has(node.text)) { for (const place of declared(node)) missing.delete(place) }
    ts.forEachChild(node, visit)
  }
  for (const file of program.getSourceFiles()) if (file.fileName.startsWith(`${root}src/`)) visit(file)
  return places.filter((place) => missing.has(place))
}

describe("each setting", () => {
  it.each(written)("is in %s as it is declared; npm run lint -- --write writes it", (path, write) => {
    const text = readFileSync(root + path, "utf8")
    assert.strictEqual(text, write(text))
  })

  it("is read by code", () =>
    assert.deepStrictEqual(
      unread([
        ["src/Config/Settings.ts", Object.keys(settings)],
        ["src/Config/Environment.ts", Object.keys(serviceVariables)]
      ]),
      []
    ), 60_000)

  it("of the environment is in the sample of .env", () => {
    const sample = new Set([...readFileSync(`${root}.env.example`, "utf8").matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name = ""]) => name))
    const known = new Set(Object.keys(serviceVariables))
    assert.deepStrictEqual([...sample].filter((name) => !known.has(name)), [])
    assert.deepStrictEqual(Object.keys(serviceVariables).filter((name) => !sample.has(name)), [])
  })
})
