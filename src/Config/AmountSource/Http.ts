import { Either, Redacted, Schema } from "effect"
import type { Fault } from "../../Codes/Fault.ts"
import { expectingSecret } from "../../Domain/Expectation.ts"
import type { JsonPointer } from "../../Json/JsonPointer.ts"
import { oneOf, optional, text } from "../Members.ts"
import { address, type Asking, askingMembers, askingOf, type Variables } from "./AskingMembers.ts"
import { decoded, misspelt, refuse, unlessFaults } from "./Decoding.ts"
import { httpFaults } from "./HttpRules.ts"
import { type Paging, pagingOf } from "./Paging.ts"
import { type Condition, Conditions, conditionsOf, Pointer } from "./Pointers.ts"

/** Texts with `$NAME` and `{date}` in them, and perhaps with credentials. */
export interface RequestTexts {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON, or a text that is sent as it is; undefined for none. */
  readonly body: unknown
}

export interface HttpSource extends Asking {
  readonly kind: "http"
  readonly method: "GET" | "POST"
  readonly request: Redacted.Redacted<RequestTexts>
  readonly variables: Redacted.Redacted<Variables>
  /** The list of items; null where the answer has one amount. */
  readonly items: JsonPointer | null
  readonly amount: JsonPointer
  readonly negate: ReadonlyArray<Condition>
  readonly only: ReadonlyArray<Condition>
  readonly skip: ReadonlyArray<Condition>
  /** Whether an answer without items counts as 0.00. */
  readonly emptyIsZero: boolean
  readonly paging: Paging
  readonly unit: "major" | "minor"
}

const headerExpected = expectingSecret("text", "headers by name, each with a text")

export const httpMembers = {
  url: address,
  method: optional(oneOf("GET", "POST")),
  headers: optional(Schema.Record({ key: Schema.String, value: Schema.String.annotations(headerExpected) }).annotations(headerExpected)),
  body: optional(Schema.Unknown),
  items: optional(Pointer),
  amount: Pointer,
  negate: optional(Conditions),
  only: optional(Conditions),
  skip: optional(Conditions),
  empty: optional(oneOf("zero")),
  next: optional(Pointer),
  next_query: optional(text),
  next_body: optional(Pointer),
  next_item: optional(Pointer),
  more: optional(Pointer),
  next_page: optional(text),
  unit: Schema.optionalWith(oneOf("major", "minor"), { exact: true, default: () => "major" as const }),
  ...askingMembers
}

export type HttpSetting = Schema.Struct.Type<typeof httpMembers>

const httpOf = (decoded: HttpSetting): HttpSource => ({
  kind: "http",
  ...askingOf(decoded),
  method: decoded.method ?? (decoded.body === undefined ? "GET" : "POST"),
  request: Redacted.make({ url: decoded.url, headers: decoded.headers ?? {}, body: decoded.body }),
  variables: Redacted.make({}),
  items: decoded.items ?? null,
  amount: decoded.amount,
  negate: conditionsOf(decoded.negate),
  only: conditionsOf(decoded.only),
  skip: conditionsOf(decoded.skip),
  emptyIsZero: decoded.empty === "zero",
  paging: pagingOf(decoded),
  unit: decoded.unit
})

export const readHttp = (value: object): Either.Either<HttpSource, ReadonlyArray<Fault>> =>
  Either.flatMap(decoded(Schema.Struct(httpMembers), value), (http) =>
    unlessFaults(refuse([...httpFaults(http), ["url", misspelt(http.url)], ["body", misspelt(http.body)]]), httpOf(http)))
