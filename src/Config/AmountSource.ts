import { Either, Redacted, Schema } from "effect"
import { type Complaint, type Fault, faultAt, missing, saying } from "../Codes/Fault.ts"
import { type Cutoff, CutoffFromText } from "../Domain/Calendar.ts"
import { complaint, expecting, expectingSecret, faultsOf, shown } from "../Domain/Expectation.ts"
import { formatPointer, type JsonPointer, memberOf, parsePointer } from "../Domain/JsonPointer.ts"
import type { WithoutFigure } from "../Domain/Settlement.ts"
import { misspeltIn } from "../Domain/Template.ts"

/** Which values at a pointer count: `*` is any value that is there. */
export interface Condition {
  readonly pointer: JsonPointer
  readonly values: "*" | ReadonlyArray<string | number | boolean>
}

/** How the further pages of an answer are asked for. */
export type Paging =
  | { readonly _tag: "One" }
  /** The value at `next` is the address of the next page. */
  | { readonly _tag: "Address"; readonly next: JsonPointer }
  /** The value at `next` goes into the next request. */
  | { readonly _tag: "Cursor"; readonly next: JsonPointer; readonly into: CursorPlace }
  /** While `more` is true, the member `item` of the last item goes into the next request. */
  | { readonly _tag: "LastItem"; readonly item: JsonPointer; readonly more: JsonPointer; readonly into: CursorPlace }
  /** The page's number goes into the query, from 1, until a page has no items, or `more` is false. */
  | { readonly _tag: "Number"; readonly query: string; readonly more: JsonPointer | null }

export type CursorPlace = { readonly _tag: "Query"; readonly name: string } | { readonly _tag: "Body"; readonly pointer: JsonPointer }

/** What is known of a source that is asked, whatever its kind. The scheduler decides by it. */
export interface Asking {
  readonly patienceMinutes: number
  readonly withoutFigure: "wait" | "generate"
  /** 0: only at the cutoff. */
  readonly askMinutes: number
  /** null: yesterday is not asked for again. */
  readonly recheckAt: Cutoff | null
  readonly timeoutSeconds: number
}

/** Values of the environment variables that a source names. */
export type Variables = Readonly<Record<string, string>>

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
  /** Whether no items are a counted 0.00. */
  readonly emptyIsZero: boolean
  readonly paging: Paging
  readonly unit: "major" | "minor"
}

export interface CsvSource extends Asking {
  readonly kind: "csv"
  readonly folder: string
  /** The names of the two columns, or their positions from 1. */
  readonly columns: { readonly date: string; readonly amount: string }
  /** Whether the rows of a day are added. */
  readonly addsRows: boolean
}

export interface SqlSource extends Asking {
  readonly kind: "sql"
  /** Like DATABASE_URL, with `$NAME` in it. */
  readonly url: Redacted.Redacted
  readonly variables: Redacted.Redacted<Variables>
  readonly query: string
}

/** Where a day's amount comes from. */
export type AmountSource = { readonly kind: "range" } | { readonly kind: "none" } | HttpSource | CsvSource | SqlSource

/** The sources that are asked. */
export type AskedSource = HttpSource | CsvSource | SqlSource

export const isAsked = (source: AmountSource): source is AskedSource => source.kind !== "range" && source.kind !== "none"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const whole = (min: number, max: number, what: string) => {
  const expected = expecting("whole_number", `${what} from ${min} to ${max}`, { min, max })
  return Schema.Int.pipe(Schema.between(min, max)).annotations(expected)
}

const oneOf = <const Names extends readonly [string, ...Array<string>]>(...names: Names) =>
  Schema.Literal(...names).annotations(
    expecting("one_of", `one of ${names.map((name) => `"${name}"`).join(" ")}`, { names: names.join(" ") })
  )

const text = Schema.NonEmptyString.annotations(expecting("text", "a text"))

const pointerExpected = expecting("json_pointer", "a JSON pointer such as /total_money, or an empty text for the whole")

const Pointer = Schema.transform(
  Schema.String.pipe(Schema.filter((text) => parsePointer(text) !== undefined, pointerExpected)).annotations(pointerExpected),
  Schema.Array(Schema.String),
  { strict: true, decode: (text) => parsePointer(text) ?? [], encode: formatPointer }
)

const valuesExpected = expecting("condition", "pointers with a value or a list of values each, such as {\"/status\": [\"COMPLETED\"]}")

const Value = Schema.Union(Schema.String, Schema.Number, Schema.Boolean)

const Conditions = Schema.Record({ key: Schema.String, value: Schema.Union(Value, Schema.NonEmptyArray(Value)) }).pipe(
  Schema.filter((conditions) => Object.keys(conditions).every((key) => parsePointer(key) !== undefined), valuesExpected)
).annotations(valuesExpected)

const conditionsOf = (conditions: typeof Conditions.Type = {}): ReadonlyArray<Condition> =>
  Object.entries(conditions).map(([key, value]) => ({
    pointer: parsePointer(key) ?? [],
    values: value === "*" ? "*" : typeof value === "object" ? value : [value]
  }))

const askingMembers = {
  patience_minutes: Schema.optionalWith(whole(1, 720, "whole minutes"), { exact: true, default: () => 60 }),
  without_figure: Schema.optionalWith(oneOf("wait", "generate"), { exact: true, default: () => "wait" as const }),
  ask_minutes: Schema.optionalWith(whole(0, 720, "whole minutes"), { exact: true, default: () => 0 }),
  recheck_at: optional(CutoffFromText),
  timeout_s: Schema.optionalWith(whole(1, 60, "whole seconds"), { exact: true, default: () => 10 })
}

const askingOf = (decoded: Schema.Struct.Type<typeof askingMembers>): Asking => ({
  patienceMinutes: decoded.patience_minutes,
  withoutFigure: decoded.without_figure,
  askMinutes: decoded.ask_minutes,
  recheckAt: decoded.recheck_at ?? null,
  timeoutSeconds: decoded.timeout_s
})

const address = Schema.String.annotations(expectingSecret("address", "an address"))

const headerExpected = expectingSecret("text", "headers by name, each with a text")

const httpMembers = {
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

const folderExpected = expecting("folder", "the path of a folder")

const csvMembers = {
  folder: Schema.NonEmptyString.pipe(Schema.filter((path) => path === path.trim() && !path.includes("\0"), folderExpected))
    .annotations(folderExpected),
  date: text,
  amount: text,
  rows: optional(oneOf("days", "receipts")),
  ...askingMembers
}

const sqlMembers = { url: address, query: text, ...askingMembers }

const members = { range: {}, none: {}, http: httpMembers, csv: csvMembers, sql: sqlMembers }

const kinds = Object.keys(members) as ReadonlyArray<keyof typeof members>

type Http = Schema.Struct.Type<typeof httpMembers>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The name of a query that an address has already. */
const hasQuery = (url: string, name: string): boolean =>
  (url.split("?")[1] ?? "").split("&").some((pair) => pair.split("=")[0] === name || pair.split("=")[0] === encodeURIComponent(name))

const needs = (...names: ReadonlyArray<string>): Complaint =>
  saying("goes_with", `expected together with ${names.join(" or ")}`, { names: names.join(" ") })

const excludes = (...names: ReadonlyArray<string>): Complaint =>
  saying("goes_without", `expected without ${names.join(" and ")}`, { names: names.join(" ") })

/** What is wrong with members that are right each on its own. */
const httpFaults = (decoded: Http): ReadonlyArray<readonly [keyof Http, Complaint]> => {
  const { body, items, method, more, next, next_body, next_item, next_page, next_query, url } = decoded
  const has = (value: unknown) => value !== undefined
  const faults: Array<readonly [keyof Http, Complaint]> = []
  const pagings = ([["next", next], ["next_item", next_item], ["next_page", next_page]] as const).filter(([, value]) => has(value))
  const [first, ...others] = pagings.map(([name]) => name)
  if (first !== undefined && others.length > 0) faults.push([first, excludes(...others)])
  if (first !== undefined && !has(items)) faults.push([first, needs("items")])
  if (has(next_query) && has(next_body)) faults.push(["next_query", excludes("next_body")])
  for (const name of ["next_query", "next_body"] as const) {
    if (has(decoded[name]) && !has(next) && !has(next_item)) faults.push([name, needs("next", "next_item")])
  }
  if (has(next_item) && !has(next_query) && !has(next_body)) faults.push(["next_item", needs("next_query", "next_body")])
  if (has(next_item) && !has(more)) faults.push(["next_item", needs("more")])
  if (has(more) && !has(next_item) && !has(next_page)) faults.push(["more", needs("next_item", "next_page")])
  for (const name of ["negate", "only", "skip", "empty"] as const)
    if (has(decoded[name]) && !has(items)) faults.push([name, needs("items")])
  if (method === "GET" && has(body)) faults.push(["body", excludes("\"method\": \"GET\"")])
  for (const name of ["next_query", "next_page"] as const) {
    const query = decoded[name]
    if (query !== undefined && hasQuery(url, query)) {
      faults.push([name, saying("one_only", `expected a parameter that url does not have, got ${shown(query)}`)])
    }
  }
  if (next_body !== undefined) {
    const parent = next_body.slice(0, -1).reduce(memberOf, body)
    if (next_body.length === 0 || !isObject(parent)) faults.push(["next_body", needs("a JSON object at its place in body")])
  }
  return faults
}

const pagingOf = ({ more, next, next_body, next_item, next_page, next_query }: Http): Paging => {
  const into: CursorPlace | undefined = next_query === undefined
    ? next_body === undefined ? undefined : { _tag: "Body", pointer: next_body }
    : { _tag: "Query", name: next_query }
  if (next_page !== undefined) return { _tag: "Number", query: next_page, more: more ?? null }
  if (next_item !== undefined && more !== undefined && into !== undefined) return { _tag: "LastItem", item: next_item, more, into }
  if (next === undefined) return { _tag: "One" }
  return into === undefined ? { _tag: "Address", next } : { _tag: "Cursor", next, into }
}

const httpOf = (decoded: Http): HttpSource => ({
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

/** Every text in a value of JSON. */
export const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []

const misspelt = (value: unknown): Complaint | undefined => {
  const found = textsIn(value).map(misspeltIn).find((name) => name !== undefined)
  return found === undefined
    ? undefined
    : complaint("placeholder", "{date}, {date.compact}, {day.start}, {day.end} or {day.last}, with .utc, .z or .unix at most", found)
}

/** A placeholder of SQL is a parameter, which no quotes may enclose: there it would be text. */
const quotedPlaceholder = /['"]\{[\w.]+\}|\{[\w.]+\}['"]/

const decoded = <A, I>(schema: Schema.Schema<A, I>, value: unknown): Either.Either<A, ReadonlyArray<Fault>> =>
  Either.mapLeft(Schema.decodeUnknownEither(schema)(value, { errors: "all" }), faultsOf)

const refuse = (faults: ReadonlyArray<readonly [string, Complaint | undefined]>): ReadonlyArray<Fault> =>
  faults.flatMap(([field, about]) => about === undefined ? [] : [faultAt(field, about)])

const unlessFaults = <A>(faults: ReadonlyArray<Fault>, value: A): Either.Either<A, ReadonlyArray<Fault>> =>
  faults.length > 0 ? Either.left(faults) : Either.right(value)

const read = (kind: keyof typeof members, value: object): Either.Either<AmountSource, ReadonlyArray<Fault>> => {
  switch (kind) {
    case "range":
    case "none":
      return Either.right({ kind })
    case "http":
      return Either.flatMap(decoded(Schema.Struct(httpMembers), value),
        (http) => unlessFaults(refuse([...httpFaults(http), ["url", misspelt(http.url)], ["body", misspelt(http.body)]]), httpOf(http)))
    case "csv":
      return Either.map(decoded(Schema.Struct(csvMembers), value), (csv) => ({
        kind,
        ...askingOf(csv),
        folder: csv.folder,
        columns: { date: csv.date, amount: csv.amount },
        addsRows: csv.rows === "receipts"
      }))
    case "sql":
      return Either.flatMap(decoded(Schema.Struct(sqlMembers), value), (sql) =>
        unlessFaults(
          refuse([
            ["query", misspelt(sql.query)],
            [
              "query",
              quotedPlaceholder.test(sql.query)
                ? saying("placeholder", "expected placeholders without quotes around them: they are parameters, not text")
                : undefined
            ]
          ]),
          { kind, ...askingOf(sql), url: Redacted.make(sql.url), variables: Redacted.make({}), query: sql.query }
        ))
  }
}

/** What a day without a figure gets once its source was asked in vain; null if nobody is asked. */
export const whenUnanswered = (source: AmountSource): WithoutFigure | null => isAsked(source) ? source.withoutFigure : null

/** How long a source is asked after the cutoff before that counts; 0 if nobody is asked. */
export const patienceMinutes = (source: AmountSource): number => isAsked(source) ? source.patienceMinutes : 0

/** Rule 5.17: what a day without a figure gets at its cutoff. One whose source is asked waits for the answer first. */
export const withoutFigure = ({ kind }: AmountSource): WithoutFigure => kind === "range" ? "generate" : "wait"

/** What such a day gets in the end: at its cutoff, or once its source was asked in vain. */
export const inTheEnd = (source: AmountSource): WithoutFigure => whenUnanswered(source) ?? withoutFigure(source)

/** The source of settings without `amount_source`. */
export const defaultSource: AmountSource = { kind: "range" }

/** The source, and the unknown members of its setting; or every fault, each with its field within `amount_source`. */
export const readAmountSource = (
  value: unknown
): Either.Either<{ readonly source: AmountSource; readonly unknown: ReadonlyArray<string> }, ReadonlyArray<Fault>> => {
  if (!isObject(value)) return Either.left([faultAt("", complaint("json_object", "a JSON object such as {\"kind\":\"none\"}", value))])
  const kind = kinds.find((name) => name === value["kind"])
  if (kind === undefined) {
    const expected = `one of ${kinds.map((name) => `"${name}"`).join(" ")}`
    return Either.left([
      faultAt("kind", value["kind"] === undefined ? missing : complaint("one_of", expected, value["kind"], { names: kinds.join(" ") }))
    ])
  }
  const known = ["kind", ...Object.keys(members[kind])]
  return Either.map(read(kind, value), (source) => ({ source, unknown: Object.keys(value).filter((key) => !known.includes(key)) }))
}
