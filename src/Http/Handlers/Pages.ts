import { HttpApiBuilder, HttpServerRequest, HttpServerResponse, OpenApi } from "@effect/platform"
import { Effect } from "effect"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname, join, relative, sep } from "node:path"
import { Api } from "../../Api.ts"
import { Config } from "../../Config.ts"
import type { ShopConfig } from "../../Config/ShopConfig.ts"
import { defaultCurrency, locales, yuan } from "../../Domain/Amount.ts"
import { decimalsOf } from "../../Domain/Decimals.ts"
import type { Language } from "../../Domain/Language.ts"
import { Ledger } from "../../Ledger.ts"
import { packageRoot } from "../../Package.ts"
import { FirstSetup } from "../Access/FirstSetup.ts"
import { afterGate } from "../Access/Gate.ts"
import { unknownPath } from "../ErrorResponses.ts"
import { type FixedResponse, fixedResponse, keptForever, respond, revalidated } from "../FixedResponse.ts"
import { anyReport, openApi, pageFiles, pages, serviceWorker, undeclared } from "../Paths.ts"
import { pathOf } from "../Routes.ts"

/** The description of the API. It is generated on first use, so that it does not delay the start, and compressed, because it is large. */
export const openApiLayer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const document = yield* Effect.cached(
      Effect.sync(() => fixedResponse(Buffer.from(JSON.stringify(OpenApi.fromApi(Api))), "application/json", revalidated))
    )
    yield* router.get(
      openApi,
      afterGate(Effect.zipWith(document, HttpServerRequest.HttpServerRequest, (fixed, request) => respond(fixed, request, {})))
    )
  })
)

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

/** Allows only the service's own files, no inline script or style, and no frame around the pages. */
const policy = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    // The page of reports has a `<base>`: its own path has two parts.
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; "),
  "cross-origin-opener-policy": "same-origin"
}

const ofPages = { ...policy, vary: "accept-encoding, accept-language" }

/** The response with a built file; undefined if the file no longer exists. */
type BuiltFile = () => FixedResponse | undefined

const readNow = (path: string, type: string, caching: string): BuiltFile => {
  const file = fixedResponse(readFileSync(path), type, caching)
  return () => file
}

const readOnFirstUse = (path: string, type: string, caching: string): BuiltFile => {
  let file: FixedResponse | undefined
  return () => file ??= existsSync(path) ? fixedResponse(readFileSync(path), type, caching) : undefined
}

/**
 * Every built file by its path in `folder`. The list is an allow-list, so no request can name another file on the disk. Source maps
 * are not read at start: only a browser's developer tools request them, and they are three quarters of the bytes.
 */
export const filesBelow = (folder: string): ReadonlyMap<string, BuiltFile> => {
  if (!existsSync(folder)) throw new Error(`The pages are not built, ${folder} is missing: run npm run build`)
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => {
        const name = `/${relative(folder, path).split(sep).join("/")}`
        const extension = extname(path)
        const read = extension === ".map" ? readOnFirstUse : readNow
        const caching = name.startsWith("/static/hashed/") ? keptForever : revalidated
        return [name, read(path, contentTypes[extension] ?? "application/octet-stream", caching)]
      })
  )
}

const attribute = (name: string, value: string): string => ` data-${name}="${value}"`

const folders = ["zh", "en"] as const

/** The folder of the pages in the shop's language, if its settings have one; otherwise in the browser's first one that the pages have. */
const folderOf = (language: Language | null, accepted: string): (typeof folders)[number] => {
  const spoken = [language ?? "", ...accepted.split(",")].map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return folders.find((folder) => folder === spoken.find((tag) => tag === "zh" || tag === "en")) ?? "en"
}

/**
 * The settings in a page's HTML: the shop's currency, unless the page is for strangers, who learn nothing else of the shop; how many
 * decimals that has, unless two; whose signs its numbers have, unless those are English; on the dashboard that no day has a figure
 * yet, for which the page has a first step in place of figures; and that the shop is to be set up. A setting that is not set adds
 * nothing.
 */
const attributesOf = (
  path: keyof typeof pages,
  { currency: { after, before, code, locale } }: ShopConfig,
  { hasFigure, isNew }: { readonly hasFigure: boolean; readonly isNew: boolean }
): string => {
  const decimals = decimalsOf(code)
  return [
    ...(undeclared[path] === "nothing" ? [] : [
      code === defaultCurrency ? "" : attribute("currency", code),
      decimals === 2 ? "" : attribute("decimals", String(decimals)),
      before === yuan.before ? "" : attribute("before", before),
      after === "" ? "" : attribute("after", after),
      Object.values<string>(locales).includes(locale) ? "" : attribute("locale", locale)
    ]),
    path === "/" && !hasFigure ? " data-first" : "",
    isNew && ["/", "/setup", "/sign-in"].includes(path) ? " data-new" : ""
  ].join("")
}

/** A page with the current settings. It is built again only when they change. */
const asSet = (page: FixedResponse) => {
  let built = { attributes: "", page }
  return (attributes: string): FixedResponse => {
    if (attributes !== built.attributes) {
      const html = page.encoded("identity").toString().replace("<html", `<html${attributes}`)
      built = { attributes, page: fixedResponse(Buffer.from(html), page.contentType, page.cacheControl) }
    }
    return built.page
  }
}

/** The pages and the files that they need, as `npm run build` wrote them to `dist/pages`. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const files = yield* Effect.sync(() => filesBelow(join(packageRoot, "dist/pages")))
    const config = yield* Config
    const ledger = yield* Ledger
    const { isOpen } = yield* FirstSetup
    const attributesNow = (path: keyof typeof pages) =>
      attributesOf(path, config.snapshot(), { hasFigure: ledger.snapshot().days.length > 0, isNew: isOpen() })
    yield* Effect.forEach(Object.keys(pages) as ReadonlyArray<keyof typeof pages>, (path) => {
      const [zh, en] = folders.map((folder) => files.get(`/${folder}${pages[path]}`)?.()).map((file) => file && asSet(file))
      return router.get(
        path,
        afterGate(Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
          const folder = folderOf(config.snapshot().language, request.headers["accept-language"] ?? "")
          const page = folder === "zh" ? zh : en
          return page === undefined ? unknownPath : respond(page(attributesNow(path)), request, ofPages)
        }))
      )
    })
    yield* router.get(
      anyReport,
      afterGate(Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) =>
        // Relative, because a proxy may serve the pages below a path of its own.
        HttpServerResponse.redirect(`.${anyReport}/last-month${url.slice(pathOf(url).length)}`, { status: 303 })))
    )
    yield* router.get(
      pageFiles,
      afterGate(Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
        const path = pathOf(request.url)
        const file = files.get(path)?.()
        if (file === undefined)
          return unknownPath
        return respond(file, request, path === serviceWorker ? { ...policy, "service-worker-allowed": "/" } : policy)
      }))
    )
  })
)
