import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"

/** The compressor's effort: files are compressed once, figures after each change. */
const efforts = { file: { br: 11, gzip: 9 }, figures: { br: 5, gzip: 6 } }
type Effort = keyof typeof efforts

/**
 * A longer file is compressed with less effort: with the most, the API's document takes half a second, and all other requests would
 * wait.
 */
const longFile = 64 * 1024
const qualityOfLong = 9

const brotliQuality = (bytes: Buffer, effort: Effort): number =>
  bytes.length > longFile ? Math.min(qualityOfLong, efforts[effort].br) : efforts[effort].br

const brotliOptions = (bytes: Buffer, effort: Effort) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality(bytes, effort) }
})

const gzipOptions = (effort: Effort) => ({ level: efforts[effort].gzip })

const encoders = {
  br: (bytes: Buffer, effort: Effort) => brotliCompressSync(bytes, brotliOptions(bytes, effort)),
  gzip: (bytes: Buffer, effort: Effort) => gzipSync(bytes, gzipOptions(effort)),
  identity: (bytes: Buffer) => bytes
}
type Encoding = keyof typeof encoders

const [brotliApart, gzipApart] = [promisify(brotliCompress), promisify(gzip)]

/** Ten years of days fit into one piece, so their thread returns to the event loop once. */
const chunkSize = 64 * 1024

/** The same bytes from a thread of the pool. */
const encodersApart: Readonly<Record<Encoding, (bytes: Buffer, effort: Effort) => Promise<Buffer>>> = {
  br: (bytes, effort) => brotliApart(bytes, { ...brotliOptions(bytes, effort), chunkSize }),
  gzip: (bytes, effort) => gzipApart(bytes, { ...gzipOptions(effort), chunkSize }),
  identity: (bytes) => Promise.resolve(bytes)
}

const preferredEncoding = (accepted: string): Encoding => {
  const offered = accepted.split(",").filter((item) => !/;\s*q=0(\.0+)?\s*$/.test(item)).map((item) => (item.split(";", 1)[0] ?? "").trim())
  return offered.includes("br") ? "br" : offered.includes("gzip") ? "gzip" : "identity"
}

/** A response that stays the same while the process runs, or until the figures change. */
export interface FixedResponse {
  readonly contentType: string
  readonly cacheControl: string
  readonly etag: string
  /** The bytes in an encoding; encoded on first use. */
  readonly encoded: (encoding: Encoding) => Buffer
  /** Encodes the bytes outside of the event loop, unless that is done: a long response would block all others for milliseconds. */
  readonly encodedApart: (encoding: Encoding) => Effect.Effect<Buffer>
}

/** Browsers revalidate on each visit and get 304 until there is a new build. */
export const revalidated = "no-cache"

/** For files whose names contain a hash of their content. */
export const keptForever = "public, max-age=31536000, immutable"

export const fixedResponse = (bytes: Buffer, contentType: string, cacheControl: string, effort: Effort = "file"): FixedResponse => {
  const known = new Map<Encoding, Buffer>()
  const keep = (encoding: Encoding, encoded: Buffer) => {
    known.set(encoding, encoded)
    return encoded
  }
  return {
    cacheControl,
    contentType,
    etag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
    encoded: (encoding) => known.get(encoding) ?? keep(encoding, encoders[encoding](bytes, effort)),
    encodedApart: (encoding) =>
      Effect.suspend(() => {
        const encoded = known.get(encoding)
        return encoded === undefined
          ? Effect.map(Effect.promise(() => encodersApart[encoding](bytes, effort)), (made) => keep(encoding, made))
          : Effect.succeed(encoded)
      })
  }
}

type More = Readonly<Record<string, string>>

/** The encoding that the client accepts, the response's headers, and whether the client has it already. */
const negotiated = (fixed: FixedResponse, request: HttpServerRequest.HttpServerRequest, more: More) => {
  const encoding = preferredEncoding(request.headers["accept-encoding"] ?? "")
  const etag = `"${fixed.etag}-${encoding}"`
  const headers = {
    etag,
    vary: "accept-encoding",
    "cache-control": fixed.cacheControl,
    ...more,
    ...(encoding === "identity" ? {} : { "content-encoding": encoding })
  }
  const known = (request.headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""))
  return { encoding, headers, isKnown: known.includes(etag) || known.includes("*") }
}

/** The response in an encoding that the client accepts, or 304 if the client has it already. */
export const respond = (fixed: FixedResponse, request: HttpServerRequest.HttpServerRequest, more: More) => {
  const { encoding, headers, isKnown } = negotiated(fixed, request, more)
  return isKnown
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.uint8Array(fixed.encoded(encoding), { contentType: fixed.contentType, headers })
}

/** The same, encoded outside of the event loop. */
export const respondApart = (fixed: FixedResponse, request: HttpServerRequest.HttpServerRequest, more: More) => {
  const { encoding, headers, isKnown } = negotiated(fixed, request, more)
  return isKnown
    ? Effect.succeed(HttpServerResponse.empty({ status: 304, headers }))
    : Effect.map(fixed.encodedApart(encoding), (bytes) => HttpServerResponse.uint8Array(bytes, { contentType: fixed.contentType, headers }))
}
