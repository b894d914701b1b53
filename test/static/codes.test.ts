import { Schema, SchemaAST } from "effect"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { AuditKind } from "../../src/Api/Audit.ts"
import * as Errors from "../../src/Api/Errors.ts"
import { NotificationKind } from "../../src/Api/Notification.ts"
import { type FaultCode, faultFacts } from "../../src/Codes/Fault.ts"
import { problemFacts, startImportFacts } from "../../src/Codes/HealthProblem.ts"
import { settingNames } from "../../src/Config/ShopConfig.ts"
import { formats, MessageState, verdicts } from "../../src/Domain/Attempt.ts"
import { reservedNames } from "../../src/Domain/PersonName.ts"
import { RunResult } from "../../src/Domain/Settlement.ts"
import { Source } from "../../src/Domain/Turnover.ts"
import type { Words } from "../../words/Words.ts"

const root = new URL("../../", import.meta.url)

/** The words of the admin page. */
const words: Words = Object.assign({}, ...await Promise.all(
  [...readFileSync(new URL("static/js/admin/main.js", root), "utf8").matchAll(/words\/\w+\.ts/g)]
    .map(async ([path]) => Object.values<Words>(await import(new URL(path, root).href))[0])
))

type Facts = Readonly<Record<string, ReadonlyArray<string>>>

/** Each key is there in both languages, and its sentences name nothing but these facts. */
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
    assertSaid("problem", problemFacts)
    const { imported, imported_before } = startImportFacts
    assertSaid("start_import", { imported, imported_before })
  })

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
    assertSaid("import.skipped", { title: ["line", "value"], total: ["line", "value"] })
  })
})
