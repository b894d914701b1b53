import { HttpApiBuilder, HttpServerError, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname, join, relative, sep } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { packageRoot } from "../../PackageRoot.ts"
import { pageFiles, pages } from "../Paths.ts"
import { pathOf } from "../Routes.ts"

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".map": "application/json",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2"
}

/** Only the service's own files, no inline script or style, no frame around the pages. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const encoders = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: 9 }),
  identity: (bytes: Buffer) => bytes
}
type Encoding = keyof typeof encoders

const preferredEncoding = (accepted: string): Encoding => {
  const offered = accepted.split(",").filter((item) => !/;\s*q=0(\.0+)?\s*$/.test(item)).map((item) => (item.split(";", 1)[0] ?? "").trim())
  return offered.includes("br") ? "br" : offered.includes("gzip") ? "gzip" : "identity"
}

interface StaticFile {
  readonly contentType: string
  readonly cacheControl: string
  readonly etag: string
  /** The file in an encoding, computed on first use. */
  readonly encoded: (encoding: Encoding) => Buffer
}

/** Browsers ask again on each visit and get 304 until there is a new build. */
const revalidated = "no-cache"

/** The name of such a file changes with its content. */
const keptForever = "public, max-age=31536000, immutable"

const staticFile = (path: string, cacheControl: string): StaticFile => {
  const bytes = readFileSync(path)
  const made = new Map<Encoding, Buffer>()
  return {
    cacheControl,
    contentType: contentTypes[extname(path)] ?? "application/octet-stream",
    etag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
    encoded: (encoding) => {
      const known = made.get(encoding) ?? encoders[encoding](bytes)
      made.set(encoding, known)
      return known
    }
  }
}

/** Every built file by its path in `folder`: an allow-list, so that no request can name another file on the disk. */
const filesBelow = (folder: string): ReadonlyMap<string, StaticFile> => {
  if (!existsSync(folder)) throw new Error(`The pages are not built, ${folder} is missing: run npm run build`)
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => {
        const name = `/${relative(folder, path).split(sep).join("/")}`
        return [name, staticFile(path, name.startsWith("/static/hashed/") ? keptForever : revalidated)]
      })
  )
}

const respond = (file: StaticFile, request: HttpServerRequest.HttpServerRequest) => {
  const encoding = preferredEncoding(request.headers["accept-encoding"] ?? "")
  const etag = `"${file.etag}-${encoding}"`
  const headers = {
    etag,
    vary: "accept-encoding",
    "cache-control": file.cacheControl,
    "content-security-policy": contentSecurityPolicy,
    "cross-origin-opener-policy": "same-origin",
    ...(encoding === "identity" ? {} : { "content-encoding": encoding })
  }
  const known = (request.headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""))
  return known.includes(etag) || known.includes("*")
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.uint8Array(file.encoded(encoding), { contentType: file.contentType, headers })
}

/** The pages and the files they need, as `npm run build` left them in `dist/pages`. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const files = yield* Effect.sync(() => filesBelow(join(packageRoot, "dist/pages")))
    const serve = Effect.fnUntraced(function*(path: string) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const file = files.get(path)
      return file === undefined ? yield* new HttpServerError.RouteNotFound({ request }) : respond(file, request)
    })
    yield* Effect.forEach(Object.entries(pages), ([path, file]) => router.get(path as keyof typeof pages, serve(file)))
    yield* router.get(pageFiles, Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) => serve(pathOf(url))))
  })
)
