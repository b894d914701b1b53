import { FastCheck as fc } from "effect"
import { token } from "../Service.ts"
import type { Document } from "./Document.ts"
import { problemFault } from "./Judge.ts"

const heads = [
  "GET /api/metrics HTTP/1.1\r\nHost: shop\r\n\r\n",
  "GET /api/series7?days=7 HTTP/1.0\r\n\r\n",
  "HEAD / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n",
  "GET http://shop/api/health HTTP/1.1\r\nHost: shop\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: shop\r\n\r\n",
  "BREW /api/metrics HTTP/1.1\r\nHost: shop\r\n\r\n",
  "GET /api/metrics HTTP/1.1\r\n\r\n",
  "GET /api/metrics HTTP/1.1\r\nHost: shop\r\nExpect: a-miracle\r\n\r\n",
  "GET /api/events HTTP/1.1\r\nHost: shop\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
  "CONNECT shop:443 HTTP/1.1\r\nHost: shop\r\n\r\n",
  `PUT /api/admin/turnover HTTP/1.1\r\nHost: shop\r\nX-Admin-Token: ${token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
  `PUT /api/admin/turnover HTTP/1.1\r\nHost: shop\r\nX-Admin-Token: ${token}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{}`,
  `POST /api/admin/import HTTP/1.1\r\nHost: shop\r\nX-Admin-Token: ${token}\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  `POST /api/admin/import HTTP/1.1\r\nHost: shop\r\nX-Admin-Token: ${token}\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\nzz\r\n`,
  "GET / HTTP/1.1\r\nHost: shop\r\n\r\nGET /api/metrics HTTP/1.1\r\nHost: shop\r\n\r\nnonsense\r\n\r\n"
].map((text) => Buffer.from(text, "latin1"))

const edit = fc.record({
  at: fc.nat(400),
  remove: fc.constantFrom(0, 0, 1, 2, 40),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(
      "\r\n",
      "\n",
      "\r",
      "\0",
      " ",
      ":",
      "X: y\r\n",
      "Host: other\r\n",
      "Content-Length: 5\r\n",
      "Content-Length: -1\r\n",
      "Content-Length: 99999999999999999999\r\n",
      "Transfer-Encoding: chunked\r\n",
      "Transfer-Encoding: gzip, chunked\r\n",
      "Expect: 100-continue\r\n",
      "Connection: upgrade\r\n",
      "HTTP/9.9",
      "%",
      "\x1b[31m",
      `A: ${"a".repeat(17_000)}\r\n`
    ).map((text) => Buffer.from(text, "latin1"))
  )
})

/** Bytes for a connection: requests with inserted and removed bytes, and bytes that are not a request. */
export const rawBytes: fc.Arbitrary<Buffer> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.tuple(fc.constantFrom(...heads), fc.array(edit, { maxLength: 4 })).map(([head, edits]) =>
      edits.reduce(
        (bytes, { at, insert, remove }) =>
          Buffer.concat([bytes.subarray(0, at % (bytes.length + 1)), insert, bytes.subarray((at % (bytes.length + 1)) + remove)]),
        head
      )
    )
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)) }
)

interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const bodyOf = (rest: Buffer, headers: Readonly<Record<string, string>>): { readonly body: Buffer; readonly rest: Buffer } => {
  if (headers["transfer-encoding"] !== "chunked") {
    const length = headers["content-length"] === undefined ? rest.length : Number(headers["content-length"])
    return { body: rest.subarray(0, length), rest: rest.subarray(length) }
  }
  const chunks: Array<Buffer> = []
  for (let left = rest;;) {
    const lineEnd = left.indexOf("\r\n")
    const size = parseInt(left.toString("latin1", 0, Math.max(0, lineEnd)), 16)
    if (lineEnd === -1 || !(size > 0)) return { body: Buffer.concat(chunks), rest: left.subarray(lineEnd + 4) }
    chunks.push(left.subarray(lineEnd + 2, lineEnd + 2 + size))
    left = left.subarray(lineEnd + 4 + size)
  }
}

/** The first response in the received bytes; undefined if there is none. */
const firstAnswer = (received: Buffer): RawAnswer | undefined => {
  const end = received.indexOf("\r\n\r\n")
  if (end === -1) return undefined
  const [line = "", ...fields] = received.toString("latin1", 0, end).split("\r\n")
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1])
  if (status === 100) return firstAnswer(received.subarray(end + 4))
  const headers = Object.fromEntries(fields.map((field) => {
    const colon = field.indexOf(":")
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const
  }))
  return { status, headers, body: bodyOf(received.subarray(end + 4), headers).body }
}

/** The promise that the received bytes break. No bytes count as a refusal. */
export const judgeBytes = (document: Document, sent: Buffer, received: Buffer): string | undefined => {
  if (received.length === 0) return undefined
  const answer = firstAnswer(received)
  if (answer === undefined || Number.isNaN(answer.status))
    return `expected an HTTP response, got ${JSON.stringify(received.toString("latin1", 0, 200))}`
  if (answer.status < 400) return undefined
  if (answer.status >= 500) return `${answer.status}: a fault of the service`
  // A response to HEAD has no body, and any request may have become one.
  if (sent.toString("latin1").includes("HEAD")) return undefined
  const fault = problemFault(document, answer)
  return fault === undefined ? undefined : `${answer.status} ${answer.body.toString("utf8", 0, 200)}: ${fault}`
}
