import { HttpBody, HttpClient, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Clock, Effect } from "effect"
import { createHash } from "node:crypto"
import { untraced } from "../Chat/HttpPost.ts"
import { retryAfterMillis } from "../Chat/Reply.ts"
import { readArrivedData, runInSlices } from "../Concurrency/EventLoop.ts"
import type { HttpSource } from "../Config/AmountSource/Http.ts"
import type { DayBounds } from "../Domain/Calendar.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { dayValues } from "../Domain/Template.ts"
import { countPage, type Cursor, itemsOf, nextCursor } from "./Answer.ts"
import { readBody } from "./AnswerBytes.ts"
import { daySum } from "./Cents.ts"
import type { Figure } from "./Figure.ts"
import { JsonNumber, mostValues, readJson } from "./Json.ts"
import { requestOf, type SourceRequest } from "./Request.ts"
import { faultOf, type SourceFault } from "./SourceFault.ts"
import { unreachable } from "./Unreachable.ts"

const mostPages = 100

const clientRequest = ({ body, headers, method, url }: SourceRequest): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.make(method)(url, {
    headers,
    ...(body === undefined ? {} : { body: HttpBody.uint8Array(Buffer.from(body), headers["content-type"] ?? "application/json") })
  })

const noContent = 204

/** Refuses a response that cannot have a figure. A redirect is not followed: that would send the credentials to another address. */
const refuseStatus = ({ headers, status }: HttpClientResponse.HttpClientResponse): Effect.Effect<void, SourceFault> => {
  if (status >= 200 && status < 300 && status !== noContent) return Effect.void
  if (status >= 300 && status < 400) {
    return Effect.fail(
      faultOf("redirect", `expected an answer, got a redirect (HTTP ${status}): put the address it leads to into url`, { status })
    )
  }
  return Effect.flatMap(Clock.currentTimeMillis,
    (now) => faultOf("status", `expected an answer, got HTTP ${status}`, { status }, retryAfterMillis(headers["retry-after"], now)))
}

const notJson = faultOf("not_json", "expected JSON in UTF-8, got something else", {})

const decoded = (bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const jsonIn = (bytes: Buffer): Effect.Effect<unknown, SourceFault> =>
  Effect.gen(function*() {
    const text = decoded(bytes)
    const read = text === undefined ? undefined : yield* runInSlices(readJson(text))
    if (read === undefined || read._tag === "NotJson") return yield* notJson
    if (read._tag === "Json") return read.value
    if (read._tag === "TooManyValues") {
      return yield* faultOf("too_many_values", `expected at most ${mostValues} values in an answer, got more`, { max: mostValues })
    }
    // A shortened key may end in the middle of a secret, which would then not be recognized.
    const key = read.key.endsWith("…") ? "a long key" : read.key
    return yield* faultOf("repeated_key", `expected each key once, got ${key} twice`, { key })
  })

/** One page as bytes, within the time limit of a request. */
const fetchPage = (client: HttpClient.HttpClient, request: SourceRequest, seconds: number): Effect.Effect<Buffer, SourceFault> => {
  const answer = client.execute(clientRequest(request)).pipe(
    Effect.mapError(unreachable),
    Effect.tap(refuseStatus),
    Effect.flatMap(readBody),
    Effect.scoped
  )
  const late = faultOf("timeout", `expected a whole answer within ${seconds} s, got none`, { seconds })
  // The timer may fire late, when the response has already arrived.
  const timeout = Effect.sleep(seconds * 1000).pipe(Effect.zipRight(readArrivedData), Effect.zipRight(Effect.fail(late)))
  return Effect.raceFirst(answer, timeout)
}

const keyOf = (cursor: string | JsonNumber): string => cursor instanceof JsonNumber ? cursor.text : cursor

/** Fetches one page after another, and counts each before it fetches the next, so that only one page is in memory. */
export const askHttp = (
  source: HttpSource,
  date: LocalDate,
  bounds: DayBounds
): Effect.Effect<Figure, SourceFault, HttpClient.HttpClient> =>
  Effect.gen(function*() {
    const client = untraced(yield* HttpClient.HttpClient)
    const days = dayValues(date, bounds)
    const hash = createHash("sha256")
    const seen = new Set<string>()
    let cents = 0n
    let items = 0
    let listed = 0
    let cursor: Cursor = null as Cursor
    for (let page = 1;; page++) {
      const request: SourceRequest = yield* requestOf(source, days, cursor)
      const bytes = yield* fetchPage(client, request, source.timeoutSeconds)
      hash.update(bytes)
      const json = yield* jsonIn(bytes)
      const list = yield* itemsOf(json, source)
      const counted = yield* yield* runInSlices(countPage(json, list, source, listed))
      cents += counted.cents
      items += counted.items
      listed += list?.length ?? 0
      cursor = yield* nextCursor(json, list, source, page)
      if (cursor === null) break
      if (seen.has(keyOf(cursor))) {
        return yield* faultOf("same_cursor", "expected another next page each time, got the same one twice", {})
      }
      seen.add(keyOf(cursor))
      if (page === mostPages) return yield* faultOf("too_many_pages", `expected at most ${mostPages} pages, got more`, { max: mostPages })
    }
    if (items === 0 && !source.emptyIsZero) {
      return yield* faultOf("no_items", "expected items that count, got no items (\"empty\": \"zero\" takes this for 0.00)", {})
    }
    return { amountCents: yield* daySum(cents), items, sha256: hash.digest("hex") }
  })
