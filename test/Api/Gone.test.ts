import { OpenApi } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { Api } from "../../src/Api.ts"

interface Json {
  readonly properties?: Readonly<Record<string, Json>>
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Json>
  readonly oneOf?: ReadonlyArray<Json>
  readonly items?: Json
}

/** The members of a schema and of those in it, with the words that each can be. */
const membersOf = (name: string, schema: Json): ReadonlyArray<string> => [
  ...Object.entries(schema.properties ?? {}).flatMap(([key, value]) => [`${name}.${key}`, ...membersOf(`${name}.${key}`, value)]),
  // The codes of a fault are the same in each refusal.
  ...(name.endsWith(".errors[].code") && name !== "invalid_request.errors[].code" ? [] : schema.enum ?? []).map((word) =>
    `${name} = ${word}`
  ),
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((each) => membersOf(name, each)),
  ...(schema.items === undefined ? [] : membersOf(`${name}[]`, schema.items))
]

/** Each path, parameter, status, member and code of the API. */
const partsOf = (document: OpenApi.OpenAPISpec): ReadonlySet<string> =>
  new Set([
    ...Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, OpenApi.OpenAPISpecOperation>).flatMap(([method, { parameters, responses }]) => [
        `${method} ${path}`,
        ...parameters.map(({ name }) => `${method} ${path} ?${name}`),
        ...Object.entries(responses).flatMap(([status, { content = {} }]) => [
          `${method} ${path} ${status}`,
          ...Object.values(content).flatMap((one) => membersOf(`${method} ${path} ${status}`, one?.schema as Json))
        ])
      ])
    ),
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => membersOf(name, schema as Json))
  ])

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

describe("the API since 0.2.0", () => {
  it("lacks nothing that the CHANGELOG does not name", () => {
    const present = partsOf(OpenApi.fromApi(Api))
    const gone = read("test/fixtures/api-0.2.0.txt").trim().split("\n").filter((part) => !present.has(part))
    const [, named = ""] = /### Gone from the API[^\n]*\n([\s\S]*?)(?=\n##|$)/.exec(read("CHANGELOG.md")) ?? []
    // A `*` stands for any member.
    const names = Array.from(named.matchAll(/`([^`]+)`/g),
      ([, name = ""]) => new RegExp(`^${name.replace(/[.?{}[\]]/g, "\\$&").replaceAll("*", "\\w+")}(?:[.[ ]|$)`))
    const isNamed = (part: string) => names.some((name) => name.test(part))
    assert.deepStrictEqual(gone.filter((part) => !isNamed(part)), [])
  })
})
