import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { createHash } from "node:crypto"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

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

const encoders = {
  br: (bytes: Buffer, effort: Effort) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality(bytes, effort) } }),
  gzip: (bytes: Buffer, effort: Effort) => gzipSync(bytes, { level: efforts[effort].gzip }),
  identity: (bytes: Buffer) => bytes
}
type Encoding = keyof typeof encoders

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
}

/** Browsers revalidate on each visit and get 304 until there is a new build. */
export const revalidated = "no-cache"

/** For files whose names contain a hash of their content. */
export const keptForever = "public, max-age=31536000, immutable"

export const fixedResponse = (bytes: Buffer, contentType: string, cacheControl: string, effort: Effort = "file"): FixedResponse => {
  const known = new Map<Encoding, Buffer>()
  return {
    cacheControl,
    contentType,
    etag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
    encoded: (encoding) => {
      const encoded = known.get(encoding) ?? encoders[encoding](bytes, effort)
      known.set(encoding, encoded)
      return encoded
    }
  }
}

/** The response in an encoding that the client accepts, or 304 if the client has it already. */
export const respond = (fixed: FixedResponse, request: HttpServerRequest.HttpServerRequest, more: Readonly<Record<string, string>>) => {
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
  return known.includes(etag) || known.includes("*")
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.uint8Array(fixed.encoded(encoding), { contentType: fixed.contentType, headers })
}
