import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { Config } from "../../../src/Config.ts"
import { filesBelow } from "../../../src/Http/Handlers/Pages.ts"
import { packageRoot } from "../../../src/Package.ts"
import { codeOf, httpService, jsonBody, raw, rawAdmin } from "../../lib/HttpService.ts"

const at = "2025-12-09T13:14:40+08:00"
const file = (path: string) => readFileSync(join(packageRoot, "dist/pages", path))

/** The address of the dashboard's stylesheet, as the dashboard names it. */
const stylesheet = Effect.map(raw("/"), ({ text }) => `/${/rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? "none"}`)

const pages = ["/", "/admin", "/docs", "/enter", "/history", "/join", "/report/2025-W49", "/sign-in"]

/** The pages that a private shop shows to anybody. */
const strangers = ["/join", "/sign-in"]

// Rule 6.21.
describe("a page", () => {
  it.scoped("may load and run what the service itself serves, and nothing else", () =>
    Effect.gen(function*() {
      for (const path of pages) {
        const { headers, status } = yield* raw(path)
        assert.strictEqual(status, 200, path)
        assert.strictEqual(headers["content-type"], "text/html; charset=utf-8", path)
        const policy = new Map(String(headers["content-security-policy"]).split("; ").map((directive) => {
          const [name = "", ...sources] = directive.split(" ")
          return [name, sources.join(" ")]
        }))
        assert.strictEqual(policy.get("default-src"), "'none'", path)
        assert.strictEqual(policy.get("script-src"), "'self'", path)
        assert.strictEqual(policy.get("style-src"), "'self'", path)
        assert.strictEqual(policy.get("connect-src"), "'self'", path)
        assert.strictEqual(policy.get("base-uri"), "'self'", path)
        for (const name of ["form-action", "frame-ancestors"]) assert.strictEqual(policy.get(name), "'none'", path)
        assert.notMatch([...policy.values()].join(" "), /unsafe|\*|https?:/, path)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is kept by a service worker, which alone may serve all paths", () =>
    Effect.gen(function*() {
      const { headers, text } = yield* raw("/static/worker.js")
      assert.strictEqual(headers["content-type"], "text/javascript; charset=utf-8")
      assert.strictEqual(headers["service-worker-allowed"], "/")
      assert.strictEqual(headers["cache-control"], "no-cache")
      assert.notInclude(text, "/api")
      assert.isUndefined((yield* raw("/static/icon.svg")).headers["service-worker-allowed"])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 2.11.
  it.scoped("speaks the shop's language and says its currency if the settings have them, and is as it was built if not", () => {
    const config: { file: Record<string, unknown> } = { file: { chat_webhook_url: "console:" } }
    const service = httpService({ at, config })
    return Effect.gen(function*() {
      const settings = yield* Config
      const plain = yield* raw("/")
      assert.strictEqual(plain.text, file("en/dashboard.html").toString().replace("<html", "<html data-first"))
      config.file = { ...config.file, language: "en", currency: "USD" }
      yield* settings.reload
      for (const path of pages.filter((path) => !strangers.includes(path)))
        assert.match((yield* raw(path)).text, /^<!doctype html>\n<html data-currency="USD" data-before="\$"(?: data-first)? lang="en">/,
          path)
      const english = yield* raw("/")
      assert.notStrictEqual(english.headers["etag"], plain.headers["etag"])
      assert.strictEqual(english.text.replace(/ data-[^>]*(?= data-first)/, ""), plain.text)
      config.file = { chat_webhook_url: "console:", language: "zh-CN" }
      yield* settings.reload
      assert.include((yield* raw("/enter", { headers: { "accept-language": "en" } })).text, "<html lang=\"zh-CN\"")
      config.file = { chat_webhook_url: "console:", currency: "CHF" }
      yield* settings.reload
      assert.include((yield* raw("/admin")).text, "<html data-currency=\"CHF\" data-before=\"CHF\u00a0\" lang")
      config.file = { chat_webhook_url: "console:", currency: "JPY" }
      yield* settings.reload
      assert.include((yield* raw("/enter")).text, "<html data-currency=\"JPY\" data-decimals=\"0\" data-before=")
      config.file = { chat_webhook_url: "console:", currency: "EUR", locale: "de-DE" }
      yield* settings.reload
      assert.include((yield* raw("/admin")).text,
        "<html data-currency=\"EUR\" data-before=\"\" data-after=\"\u00a0€\" data-locale=\"de-DE\" lang")
      config.file = { chat_webhook_url: "console:", currency: "CNY" }
      yield* settings.reload
      assert.strictEqual((yield* raw("/")).text, plain.text)
    }).pipe(Effect.provide(service.layer))
  })

  // Rule 2.11.
  it.scoped("speaks the browser's first language that it has, if the settings have none, and English to all others", () =>
    Effect.gen(function*() {
      const spoken = { "fr-FR, zh-TW;q=0.8, en;q=0.5": "zh-CN", "en-GB,en;q=0.9,zh;q=0.8": "en", "fr": "en", "*": "en" }
      for (const [accepted, language] of Object.entries(spoken)) {
        const { headers, text } = yield* raw("/enter", { headers: { "accept-language": accepted } })
        assert.include(text, `<html lang="${language}"`, accepted)
        assert.strictEqual(headers["vary"], "accept-encoding, accept-language")
      }
    }).pipe(Effect.provide(httpService({ at, config: { file: { chat_webhook_url: "console:" } } }).layer)))

  it.scoped("says on the dashboard that no day has a figure yet", () =>
    Effect.gen(function*() {
      const attributes = Effect.map(raw("/"), ({ text }) => /<html(.*?) lang/.exec(text)?.[1])
      assert.strictEqual(yield* attributes, " data-first")
      yield* rawAdmin("/api/admin/turnover", jsonBody({ date: "2025-12-08", amount: 5 }))
      assert.strictEqual(yield* attributes, "")
      assert.include((yield* raw("/enter")).text, "<html lang")
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("of reports leads without a period to the last whole month", () =>
    Effect.gen(function*() {
      const { headers, status } = yield* raw("/report?lang=en")
      assert.deepStrictEqual([status, headers["location"]], [303, "./report/last-month?lang=en"])
      assert.strictEqual((yield* raw("/report/last-month?lang=en")).status, 200)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  // Rule 8.10.
  it.scoped("for strangers is the same in every shop but for its language, and says of no goal", () => {
    const config: { file: Record<string, unknown> } = { file: { chat_webhook_url: "console:" } }
    return Effect.gen(function*() {
      const settings = yield* Config
      const answers = Effect.forEach(strangers, (path) =>
        Effect.map(raw(path), ({ headers, text }) => {
          const { date: _, "x-request-id": __, ...same } = headers
          return [text, same]
        }))
      const plain = yield* answers
      config.file = {
        ...config.file,
        access: "private",
        currency: "USD",
        shop_name: "Bar",
        goals: { default: 5_000 },
        cutoff_time: "22:00"
      }
      yield* settings.reload
      assert.deepStrictEqual(yield* answers, plain)
      config.file = { ...config.file, language: "zh-CN" }
      yield* settings.reload
      for (const path of strangers) assert.match((yield* raw(path)).text, /^<!doctype html>\n<html lang="zh-CN">/, path)
    }).pipe(Effect.provide(httpService({ at, config }).layer))
  })

  it.scoped("refers to nothing that is not there, and to no other host", () =>
    Effect.gen(function*() {
      for (const path of pages) {
        const { text } = yield* raw(path)
        const loaded = Array.from(text.matchAll(/<(?:script|link|img)\b[^>]*?\b(?:src|href)="([^"]*)"/g), ([, address = ""]) => address)
        assert.isNotEmpty(loaded, path)
        for (const named of loaded.filter((address) => !address.startsWith("data:"))) {
          assert.match(named, /^\w[\w./-]*$/, path)
          const address = `/${named}`
          assert.strictEqual((yield* raw(address, { method: "HEAD" })).status, 200, `${path}: ${address}`)
        }
        assert.notMatch(text, /<script>|<script (?![^>]*src=)|\son\w+="|<style/, path)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))
})

describe("a source map", () => {
  it("is read when it is asked for, and is not found where a new build has removed it", () => {
    const folder = mkdtempSync(join(tmpdir(), "pages-"))
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
    for (const name of ["a.js", "a.js.map", "b.js.map"]) write(name, "old")
    const files = filesBelow(folder)
    for (const name of ["a.js", "a.js.map"]) write(name, "new")
    rmSync(join(folder, "b.js.map"))
    const sent = (name: string) => files.get(name)?.()?.encoded("identity").toString()
    assert.deepStrictEqual([...files.keys()].sort().map((name) => [name, sent(name)]), [
      ["/a.js", "old"],
      ["/a.js.map", "new"],
      ["/b.js.map", undefined]
    ])
    rmSync(folder, { recursive: true })
  })
})

describe("a static file", () => {
  it.scoped("is sent as it is, or as br or gzip to clients that accept it", () =>
    Effect.gen(function*() {
      const address = yield* stylesheet
      const plain = file(address)
      type Row = readonly [accepted: string | undefined, sent: string | undefined, decode: (bytes: Buffer) => Buffer]
      const encodings: ReadonlyArray<Row> = [
        [undefined, undefined, (bytes) => bytes],
        ["identity", undefined, (bytes) => bytes],
        ["gzip", "gzip", gunzipSync],
        ["gzip, deflate, br", "br", brotliDecompressSync],
        ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
        ["br; q=0.0,gzip;q=0", undefined, (bytes) => bytes]
      ]
      for (const [accepted, sent, decode] of encodings) {
        const answer = yield* raw(address, { headers: accepted === undefined ? {} : { "accept-encoding": accepted } })
        assert.strictEqual(answer.headers["content-encoding"], sent, accepted)
        assert.strictEqual(answer.headers.vary, "accept-encoding", accepted)
        assert.strictEqual(answer.headers["content-type"], "text/css; charset=utf-8", accepted)
        assert.isTrue(decode(answer.bytes).equals(plain), accepted)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is not sent again to clients that have it", () =>
    Effect.gen(function*() {
      const headers = { "accept-encoding": "gzip" }
      const address = yield* stylesheet
      const { headers: { etag = "" } } = yield* raw(address, { headers })
      assert.match(etag, /^"[\w-]+"$/)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const answer = yield* raw(address, { headers: { ...headers, "if-none-match": known } })
        assert.strictEqual(answer.status, 304, known)
        assert.strictEqual(answer.bytes.length, 0, known)
        assert.strictEqual(answer.headers.etag, etag, known)
      }
      assert.strictEqual((yield* raw(address, { headers: { ...headers, "if-none-match": "\"other\"" } })).status, 200)
      assert.strictEqual((yield* raw(address, { headers: { "if-none-match": etag } })).status, 200)
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("is cached for good if its name has its content's hash; any other is revalidated", () =>
    Effect.gen(function*() {
      for (const path of pages) {
        const { headers, text } = yield* raw(path)
        assert.strictEqual(headers["cache-control"], "no-cache", path)
        assert.isDefined(headers.etag, path)
        for (const [, address = "", extension] of text.matchAll(/"(\/static\/hashed\/[\w-]+-[A-Z0-9]{8}\.(js|css))"/g)) {
          for (const each of [address, `${address}.map`]) {
            assert.strictEqual((yield* raw(each, { method: "HEAD" })).headers["cache-control"], "public, max-age=31536000, immutable", each)
          }
          const source = JSON.parse((yield* raw(`${address}.map`)).text)
          const own = extension === "css" ? /static\/css\// : /(static\/js|words|src)\//
          assert.isNotEmpty(source.sources.filter((name: string) => own.test(name)), address)
        }
      }
      assert.strictEqual((yield* raw("/static/icon.svg")).headers["cache-control"], "no-cache")
      assert.deepStrictEqual(codeOf(yield* raw("/static/hashed/dashboard-OLDBUILD.js")), [404, "not_found"])
    }).pipe(Effect.provide(httpService({ at }).layer)))

  it.scoped("outside its folder is out of reach", () =>
    Effect.gen(function*() {
      const paths = [
        "../package.json",
        "%2e%2e/package.json",
        "..%2fpackage.json",
        "..%5cpackage.json",
        "..\\package.json",
        "hashed/../../../package.json",
        ".%2e/.%2e/etc/passwd",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "....//package.json",
        "%252e%252e/package.json",
        "icon.svg%00",
        "%00",
        "icon.svg/",
        "",
        "hashed",
        "hashed/",
        "dashboard.html",
        "../dashboard.html",
        ".",
        "..",
        "%c0%ae%c0%ae/package.json",
        "icon.svg%20",
        "ICON.svg"
      ]
      for (const path of paths) assert.deepStrictEqual(codeOf(yield* raw(`/static/${path}`)), [404, "not_found"], path)
      for (const path of ["/../package.json", "/static", "/config.json", "/.env", "/data/turnover.db", "/package.json"]) {
        assert.deepStrictEqual(codeOf(yield* raw(path)), [404, "not_found"], path)
      }
    }).pipe(Effect.provide(httpService({ at }).layer)))
})
