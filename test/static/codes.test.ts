import { OpenApi } from "@effect/platform"
import { Schema, SchemaAST } from "effect"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { Api } from "../../src/Api.ts"
import { AuditKind } from "../../src/Api/Audit.ts"
import * as Errors from "../../src/Api/Errors.ts"
import { NotificationKind } from "../../src/Api/Notification.ts"
import { type FaultCode, faultFacts, sourceFaultFacts } from "../../src/Codes/Fault.ts"
import { problemFacts, startImportFacts } from "../../src/Codes/HealthProblem.ts"
import { settingNames } from "../../src/Config/Settings.ts"
import { formats, MessageState, verdicts } from "../../src/Domain/Attempt.ts"
import { reservedNames } from "../../src/Domain/Person.ts"
import { RunResult } from "../../src/Domain/Settlement.ts"
import { Source } from "../../src/Domain/Turnover.ts"
import type { Words } from "../../words/Words.ts"

const root = new URL("../../", import.meta.url)

/** The words of the admin page, and of the page of a new shop. */
const words: Words = Object.assign({}, ...await Promise.all(
  ["admin", "setup"].flatMap((
    page
  ) => [...readFileSync(new URL(`static/scripts/${page}/main.ts`, root), "utf8").matchAll(/words\/\w+\.ts/g)])
    .map(async ([path]) => Object.values<Words>(await import(new URL(path, root).href))[0])
))

type Facts = Readonly<Record<string, ReadonlyArray<string>>>

/** Checks that each key exists in both languages, and that its sentences name no facts but these. */
const assertSaid = (prefix: string, all: Facts, more: ReadonlyArray<string> = []) => {
  assert.isNotEmpty(Object.keys(all))
  for (const [code, facts] of Object.entries(all)) {
    for (const key of [`${prefix}.${code}`, `${prefix}.${code}.one`]) {
      const said = words[key]
      if (said === undefined && key.endsWith(".one")) continue
      assert.isDefined(said, key)
      for (const sentence of [said?.zh ?? "", said?.en ?? ""]) {
        assert.isNotEmpty(sentence.trim(), key)
        for (const [, name = ""] of sentence.matchAll(/\{(\w+)\}/g)) assert.include([...facts, ...more], name, key)
      }
      assert.match(said?.zh ?? "", /[\u4e00-\u9fff]/, key)
      assert.notMatch(said?.zh ?? "", /[\u4e00-\u9fff] ?[,;:!?()]/, `${key} has full-width punctuation`)
      assert.notMatch(said?.en ?? "", /[\u3000-\u9fff\uff00-\uffef]/, key)
    }
  }
}

const withoutFacts = (codes: ReadonlyArray<string>): Facts => Object.fromEntries(codes.map((code) => [code, []]))

/** The stable code of every error that the API declares. */
const errorCodes = Object.values(Errors)
  .filter((value) => Schema.isSchema(value))
  .flatMap(({ ast }) => SchemaAST.getPropertySignatures(ast))
  .flatMap(({ name, type }) => name === "error" && SchemaAST.isLiteral(type) ? [String(type.literal)] : [])

/** The names of all members, parameters and headers of requests. */
const requestNames = (): ReadonlyArray<string> => {
  const { components, paths } = OpenApi.fromApi(Api)
  const membersOf = (schema: unknown): ReadonlyArray<string> => {
    if (typeof schema !== "object" || schema === null) return []
    if ("$ref" in schema) return membersOf(components.schemas[String(schema.$ref).replace("#/components/schemas/", "")])
    const own = "properties" in schema ? Object.keys(schema.properties as object) : []
    const parts = "anyOf" in schema
      ? schema.anyOf as ReadonlyArray<unknown>
      : "oneOf" in schema
      ? schema.oneOf as ReadonlyArray<unknown>
      : []
    return [...own, ...parts.flatMap(membersOf)]
  }
  const names = Object.values(paths).flatMap((path) => Object.values(path)).flatMap(({ parameters, requestBody }) => [
    ...parameters.map(({ name }) => name),
    ...Object.values(requestBody?.content ?? {}).flatMap((content) => membersOf(content?.schema))
  ])
  return [...new Set(names)].sort()
}

describe("what the server says by a code has words in both languages:", () => {
  it("the faults of a request, a file and the settings", () => assertSaid("fault", faultFacts))

  it("the errors of the API, also those whose first fault decides the sentence", () => {
    assert.isAbove(errorCodes.length, 20)
    assertSaid("refusal", withoutFacts(errorCodes), ["faults", "id", "role"])
    for (const key of Object.keys(words).filter((key) => key.startsWith("refusal."))) {
      const [, error = "", fault] = key.split(".")
      assert.include(errorCodes, error, key)
      if (fault === undefined) continue
      assert.property(faultFacts, fault, key)
      assertSaid(`refusal.${error}`, { [fault]: faultFacts[fault as FaultCode] })
    }
  })

  it("the problems of health, and the import at start", () => {
    // The pages write minutes as a span.
    assertSaid("problem", problemFacts, ["span"])
    const { imported, imported_before } = startImportFacts
    assertSaid("start_import", { imported, imported_before })
  })

  it("everything that a request names, so that no fault shows a raw name", () => {
    const named = [...requestNames()]
    assert.includeMembers(named, ["amount", "expected_amount", "name", "role"])
    const unsaid = named.filter((name) => words[`field.${name}`] === undefined)
    assert.deepStrictEqual(unsaid, [])
    assertSaid("field", withoutFacts(named))
  })

  it("why a source has no figure", () => assertSaid("till.fault", sourceFaultFacts))

  it("the settings that have changed or are at fault", () => assertSaid("setting", withoutFacts(settingNames)))

  it("the names of the service itself in the history", () => assertSaid("actor", withoutFacts(reservedNames)))

  it("results, sources, kinds, states, formats and verdicts", () => {
    assertSaid("result", withoutFacts(RunResult.literals))
    assertSaid("source", withoutFacts(Source.literals))
    assertSaid("change", withoutFacts(AuditKind.literals))
    assertSaid("kind", withoutFacts(NotificationKind.literals))
    assertSaid("state", withoutFacts(MessageState.literals))
    assertSaid("format", withoutFacts(formats))
    assertSaid("verdict", withoutFacts([...verdicts, "printed"]))
  })
})
