import { Either, Redacted } from "effect"
import type { HttpSource } from "../Config/AmountSource/Http.ts"
import type { CursorPlace } from "../Config/AmountSource/Paging.ts"
import { bodyOf, headersOf, urlOf } from "../Config/SourceTexts.ts"
import type { DayValues } from "../Domain/Template.ts"
import type { JsonPointer } from "../Json/JsonPointer.ts"
import type { Cursor } from "./Answer.ts"
import { JsonNumber } from "./Json.ts"
import { faultOf, type SourceFault } from "./SourceFault.ts"

/** A request as it is sent. */
export interface SourceRequest {
  readonly method: "GET" | "POST"
  readonly url: string
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const withQuery = (url: string, name: string, value: string): string =>
  `${url}${url.includes("?") ? /[?&]$/.test(url) ? "" : "&" : "?"}${encodeURIComponent(name)}=${encodeURIComponent(value)}`

/** The JSON with a value put at a pointer. The pointer's parent exists: reading the settings checks that. */
const withValue = (json: unknown, [token, ...rest]: JsonPointer, value: unknown): unknown => {
  if (token === undefined) return value
  const members = typeof json === "object" && json !== null ? Object.entries(json) : []
  return Object.fromEntries([...members.filter(([key]) => key !== token), [token, withValue(new Map(members).get(token), rest, value)]])
}

const cursorText = (cursor: string | JsonNumber): string => cursor instanceof JsonNumber ? cursor.text : cursor

/** A number beyond the exact integers stays a text. */
const cursorValue = (cursor: string | JsonNumber): unknown =>
  cursor instanceof JsonNumber && Number.isSafeInteger(Number(cursor.text)) ? Number(cursor.text) : cursorText(cursor)

const place = (url: string, body: unknown, cursor: string | JsonNumber, into: CursorPlace) =>
  into._tag === "Query"
    ? { url: withQuery(url, into.name, cursorText(cursor)), body }
    : { url, body: withValue(body, into.pointer, cursorValue(cursor)) }

const nextAddress = (url: string, cursor: string | JsonNumber): Either.Either<string, SourceFault> => {
  const text = cursorText(cursor)
  const next = URL.canParse(text, url) ? new URL(text, url) : undefined
  return next !== undefined && next.origin === new URL(url).origin && next.username === "" && next.password === ""
    ? Either.right(next.href)
    : Either.left(faultOf("other_origin", "expected the next page at the same origin as url, got an address elsewhere", {}))
}

/** The request for one page of a day. `cursor` comes from the page before; null for the first page. */
export const requestOf = (
  { method, paging, request, variables }: Pick<HttpSource, "method" | "paging" | "request" | "variables">,
  days: DayValues,
  cursor: Cursor
): Either.Either<SourceRequest, SourceFault> => {
  const texts = Redacted.value(request)
  const values = Redacted.value(variables)
  const base = { url: urlOf(texts.url, days, values), body: bodyOf(texts.body, days, values) }
  const sent = ({ body, url }: typeof base): SourceRequest => ({
    method,
    url,
    headers: {
      accept: "application/json",
      "user-agent": "turnover",
      ...(body === undefined ? {} : { "content-type": typeof body === "string" ? "text/plain; charset=utf-8" : "application/json" }),
      ...headersOf(texts, values),
      "accept-encoding": "gzip, deflate, br"
    },
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body)
  })
  if (paging._tag === "Number") return Either.right(sent(place(base.url, base.body, cursor ?? "1", { _tag: "Query", name: paging.query })))
  if (cursor === null || paging._tag === "One") return Either.right(sent(base))
  if (paging._tag === "Address") return Either.map(nextAddress(base.url, cursor), (url) => sent({ ...base, url }))
  return Either.right(sent(place(base.url, base.body, cursor, paging.into)))
}

/** A request as a person may see it: header names without their values. */
export const shownRequest = ({ headers, method, url }: SourceRequest, scrub: (text: string) => string) => ({
  method,
  address: scrub(url),
  headers: Object.keys(headers)
})
