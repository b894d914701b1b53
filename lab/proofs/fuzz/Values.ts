import { FastCheck as fc } from "effect"
import { token } from "../Service.ts"
import { type Document, type Node, node, type Operation } from "./Document.ts"
import type { FuzzRequest } from "./Wire.ts"

const dayMillis = 86_400_000
const firstDay = Date.parse("2000-01-01T00:00:00Z") / dayMillis

export const dates = (today: string): fc.Arbitrary<string> =>
  fc.integer({ min: firstDay, max: Date.parse(`${today}T00:00:00Z`) / dayMillis })
    .map((day) => new Date(day * dayMillis).toISOString().slice(0, 10))

const number = (schema: Node, fallback: number, key: "minimum" | "maximum") => Number(schema[key] ?? fallback)

const texts = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: "binary", minLength, maxLength }).filter((text) => text.length <= maxLength)

/** Texts that match a pattern: of any characters if the pattern allows them, otherwise of common ones. */
const matching = (pattern: RegExp, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.tuple(texts(minLength, maxLength), fc.string({ unit: "grapheme", minLength, maxLength: Math.ceil(maxLength / 2) }))
    .map(([any, common]) => pattern.test(any) ? any : common)
    .filter((text) => text.length <= maxLength && pattern.test(text))

/** Values that a schema of the document allows, often its limits. */
const valuesOf = (document: Document, schema: Node, today: string): fc.Arbitrary<unknown> => {
  const ref = schema["$ref"]
  if (typeof ref === "string") return valuesOf(document, document.schema(ref.split("/").at(-1) ?? ""), today)
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...schema["enum"])
  const min = number(schema, 0, "minimum")
  const max = number(schema, Number.MAX_SAFE_INTEGER, "maximum")
  switch (schema["type"]) {
    case "integer":
      return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max: Math.min(max, min + 400) }),
        fc.maxSafeInteger().map((value) => Math.min(max, Math.max(min, value))))
    case "number":
      return fc.oneof(fc.constantFrom(min, max, 0.01, 0.1, 0.29, 1.1),
        fc.integer({ min: min * 100, max: Math.round(max * 100) }).map((cents) => cents / 100))
    case "boolean":
      return fc.boolean()
    case "string":
      if (schema["format"] === "date") return dates(today)
      // Texts are drawn first and then matched. Too few match a pattern that itself bounds the length.
      if (typeof schema["pattern"] === "string" && schema["maxLength"] === undefined)
        return fc.stringMatching(new RegExp(schema["pattern"]))
      return typeof schema["pattern"] === "string"
        ? matching(new RegExp(schema["pattern"], "u"), Number(schema["minLength"] ?? 0), Number(schema["maxLength"] ?? 40))
        : texts(Number(schema["minLength"] ?? 0), Number(schema["maxLength"] ?? 40))
    case "object": {
      const properties = Object.entries(node(schema["properties"]))
      const required = (schema["required"] ?? []) as Array<string>
      return fc.record(
        Object.fromEntries(properties.map(([name, property]) => [name, valuesOf(document, node(property), today)])),
        { requiredKeys: required }
      )
    }
    default:
      return fc.constant(null)
  }
}

const query = (pairs: ReadonlyArray<readonly [string, string]>): string =>
  pairs.length === 0 ? "" : `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&")}`

/** How often an operation is called: rarely if its response or its work is large, or if it waits for the bot's rate limit. */
export const weightOf = ({ path }: Operation): number => {
  if (path === "/api/admin/test_push") return 1
  if (/audit|export|logs|notifications$|events/.test(path)) return 8
  return /admin|session/.test(path) ? 20 : 60
}

const expectedPair = ["expected_amount", "expected_source"]

/** An expected figure has an amount and a source, or is none. The schemas of single parameters cannot express that. */
const asOneExpectation = (
  pairs: ReadonlyArray<readonly [string, string]>,
  isInBody: boolean
): ReadonlyArray<readonly [string, string]> => {
  if (isInBody) return pairs.filter(([name]) => !name.startsWith("expected"))
  const isWhole = expectedPair.every((name) => pairs.some(([found]) => found === name))
  return pairs.filter(([name]) => isWhole ? name !== "expected" : !expectedPair.includes(name))
}

/** Requests that are valid by the document, so each must succeed. CSV bodies have their own generators. */
export const declaredRequests = (document: Document, operation: Operation, today: string): fc.Arbitrary<FuzzRequest> => {
  const parameters = operation.parameters.filter((parameter) =>
    // The generators of CSV choose the columns themselves.
    (parameter.in === "query" || parameter.in === "path") && !parameter.name.endsWith("_column")
  )
  const values = fc.tuple(...parameters.map(({ required, schema }) => {
    const value = valuesOf(document, schema, today).map(String)
    return required ? value : fc.option(value, { nil: undefined })
  }))
  const body = operation.path === "/api/session" && operation.body !== undefined
    // Any other token would count as a guess.
    ? fc.constant(Buffer.from(JSON.stringify({ token })))
    : operation.body?.contentType === "application/json"
    ? valuesOf(document, operation.body.schema, today).map((value) => Buffer.from(JSON.stringify(value)))
    : operation.body === undefined
    ? fc.constant(undefined)
    : dates(today).map((date) => Buffer.from(`${date},1.00\n`))
  return fc.tuple(values, body, fc.boolean()).map(([found, bytes, head]): FuzzRequest => {
    const pairs: Array<readonly [string, string]> = []
    let path = operation.path
    parameters.forEach((parameter, index) => {
      const value = found[index]
      if (value === undefined) return
      if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, encodeURIComponent(value))
      else pairs.push([parameter.name, value])
    })
    const isInBody = bytes?.includes("\"expected\"") === true
    return {
      method: operation.method === "GET" && head && operation.path !== "/api/events" ? "HEAD" : operation.method,
      target: path + query(asOneExpectation(pairs, isInBody)),
      headers: {
        ...(operation.admin ? { "x-admin-token": token } : {}),
        ...(bytes === undefined ? {} : { "content-type": operation.body?.contentType ?? "" })
      },
      body: bytes
    }
  })
}
