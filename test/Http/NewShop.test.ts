import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Redacted, TestClock } from "effect"
import type { InvalidConfig } from "../../src/Config/InvalidConfig.ts"
import { parseJson } from "../../src/Config/JsonText.ts"
import { NotReplaced } from "../../src/Config/WholeFile.ts"
import { FirstSetup, SetupFiles } from "../../src/Http/Access/FirstSetup.ts"
import { People } from "../../src/People.ts"
import type { Known, write } from "../../src/Setup.ts"
import type { Answers } from "../../src/Setup/Answers.ts"
import { codeOf, faultsIn, httpService, raw, type RawRequest } from "../lib/HttpService.ts"
import { type Members, members } from "../lib/TestService.ts"

const at = "2026-11-18T12:00:00+08:00"

const shop = {
  shop_name: "老王饺子",
  cutoff_time: "22:00",
  closed_weekdays: ["MON"],
  without_figure: "wait",
  time_zone: "Europe/Berlin",
  currency: "EUR",
  language: "zh-CN",
  password: "correct horse battery"
}

const page = { "content-type": "application/json", "sec-fetch-site": "same-origin" }

const post = (path: string, body: object, headers: NonNullable<RawRequest["headers"]> = page) =>
  raw(path, { method: "POST", headers, body: JSON.stringify(body) })

interface Options {
  readonly env?: Readonly<Record<string, string>>
  readonly members?: Members
  readonly known?: Partial<Known>
  readonly read?: Effect.Effect<never, InvalidConfig>
  readonly write?: typeof write
  readonly before?: Parameters<typeof httpService>[0]["before"]
}

/** A service that nobody has set up, with files that only keep what would be written. */
const newShop = (options: Options = {}) => {
  const written: Array<Answers> = []
  const known = {
    file: "config.json",
    members: members(options.members),
    dotEnv: "",
    password: undefined,
    fixedZone: undefined,
    zone: "Europe/Berlin",
    port: 1
  }
  const files = Layer.succeed(SetupFiles, {
    read: options.read ?? Effect.sync(() => ({ ...known, ...options.known })),
    write: options.write ?? ((_, answers) =>
      Effect.sync(() => {
        written.push(answers)
        return { written: ["config.json", ".env"], left: undefined }
      }))
  })
  const { layer } = httpService({
    at,
    env: { ADMIN_TOKEN: "", ...options.env },
    ...(options.before === undefined ? {} : { before: options.before })
  })
  return { layer: Layer.provide(layer, files), written }
}

const code = Effect.map(FirstSetup, ({ code }) => Redacted.value(Option.getOrThrow(code)))

const setUp = (changes: object = {}) => Effect.flatMap(code, (code) => post("/api/setup", { code, ...shop, ...changes }))

const offered = (options: Options) =>
  Effect.gen(function*() {
    const { code } = yield* FirstSetup
    const { status, json } = yield* post("/api/setup", { code: "AAAAAAAAAAAAAAAAAAAAAA", ...shop })
    const html = yield* raw("/setup")
    assert.strictEqual(/<html[^>]* data-new/.test(html.text), Option.isSome(code))
    return [Option.isSome(code), status, json()["error"]]
  }).pipe(Effect.provide(newShop(options).layer), Effect.scoped)

// Rule 3.19.
describe("a new shop", () => {
  it.effect("is set up once by the code of its start, which signs that browser in and begins again", () => {
    const { layer, written } = newShop()
    return Effect.gen(function*() {
      const ended = yield* Effect.fork(Effect.flip((yield* FirstSetup).ended))
      const answer = yield* setUp()
      assert.strictEqual(answer.status, 200, answer.text)
      const [cookie = ""] = [answer.headers["set-cookie"] ?? []].flat()
      assert.match(cookie, /^turnover-[0-9a-f]{8}=\S+; .*HttpOnly/)
      assert.strictEqual((yield* Fiber.join(ended))._tag, "ShopSetUp")
      assert.strictEqual(written.length, 1)
      assert.include(written[0], { shopName: "老王饺子", zone: "Europe/Berlin", locale: "de-DE", password: shop.password })
      assert.deepStrictEqual(codeOf(yield* setUp()), [409, "setup_closed"])
    }).pipe(Effect.provide(layer), Effect.scoped)
  })

  it.effect("is asked what its machine does not say, and never takes yuan elsewhere", () =>
    Effect.gen(function*() {
      const asked = { code: yield* code, language: "en" }
      assert.include((yield* post("/api/setup/questions", asked)).json(), { shop_name: null, time_zone: "Europe/Berlin", currency: "EUR" })
      const kuwait = yield* post("/api/setup/questions", { ...asked, time_zone: "Asia/Kuwait" })
      assert.include(kuwait.json(), { time_zone: "Asia/Kuwait", currency: null, refused_currency: "KWD" })
    }).pipe(Effect.provide(newShop().layer), Effect.scoped))

  it.effect("is not set up by a guess, which counts for its address and not against the code", () => {
    const { layer, written } = newShop()
    return Effect.gen(function*() {
      for (let tries = 0; tries < 10; tries++)
        assert.deepStrictEqual(codeOf(yield* post("/api/setup", { code: `guess-${tries}`, ...shop })), [401, "unauthorized"])
      assert.deepStrictEqual(codeOf(yield* setUp()), [429, "too_many_attempts"])
      yield* TestClock.adjust("61 seconds")
      assert.strictEqual((yield* setUp()).status, 200)
      assert.strictEqual(written.length, 1)
    }).pipe(Effect.provide(layer), Effect.scoped)
  })

  it.effect("is not set up by the code of an hour ago", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust("60 minutes")
      assert.deepStrictEqual(codeOf(yield* setUp()), [401, "unauthorized"])
    }).pipe(Effect.provide(newShop().layer), Effect.scoped))

  // Rule 8.9.
  it.effect("is set up only by its own page, also behind a proxy", () =>
    Effect.gen(function*() {
      const body = { code: yield* code, ...shop }
      const json = { "content-type": "application/json" }
      const foreign = [{}, { origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]
      for (const headers of foreign)
        assert.deepStrictEqual(codeOf(yield* post("/api/setup", body, { ...json, ...headers } as never)), [403, "cross_site"])
      const proxied = { ...json, origin: "https://shop.example", "x-forwarded-host": "shop.example", "x-forwarded-proto": "https" }
      const answer = yield* post("/api/setup", body, proxied)
      assert.strictEqual(answer.status, 200)
      assert.match(String(answer.headers["set-cookie"]), /__Host-turnover-.*Secure/)
    }).pipe(Effect.provide(newShop().layer), Effect.scoped))

  it.effect("is set up by one of two at the same instant", () => {
    // The other one arrives while the files of the first are written.
    const turns = Effect.repeatN(Effect.promise(() => new Promise((resolve) => setImmediate(resolve))), 200)
    const { layer } = newShop({ write: () => Effect.as(turns, { written: ["config.json", ".env"], left: undefined }) })
    return Effect.gen(function*() {
      const answers = yield* Effect.all([setUp(), setUp({ password: "laowang jiaozi 88" })], { concurrency: 2 })
      assert.sameMembers(answers.map(({ status }) => status), [200, 409])
    }).pipe(Effect.provide(layer), Effect.scoped)
  })

  it.effect("says which answers cannot be, without the password, and stays open", () => {
    const { layer, written } = newShop()
    return Effect.gen(function*() {
      const refused = yield* setUp({ shop_name: "", cutoff_time: "03:00", currency: "KWD", password: "geheim#geheim1" })
      assert.strictEqual(refused.status, 400)
      assert.sameMembers(faultsIn(refused).map(({ field }) => field), ["shop_name", "day_starts_at", "currency", "password"])
      assert.notInclude(refused.text, "geheim")
      assert.strictEqual(written.length, 0)
      assert.strictEqual((yield* setUp()).status, 200)
    }).pipe(Effect.provide(layer), Effect.scoped)
  })

  it.effect("says what to add to a file that cannot be written, without the password, and stays open", () => {
    const lines = ["  TZ=Europe/Berlin", "  ADMIN_TOKEN=\"correct horse battery\""]
    const because = new NotReplaced({ why: "kept", found: "EBUSY: resource busy" })
    const { layer } = newShop({ write: () => Effect.succeed({ written: ["config.json"], left: { file: ".env", because, lines } }) })
    return Effect.gen(function*() {
      const refused = yield* setUp()
      assert.deepStrictEqual(codeOf(refused), [409, "not_written"])
      assert.deepStrictEqual(refused.json()["lines"], ["  TZ=Europe/Berlin", "  ADMIN_TOKEN=…"])
      assert.notInclude(refused.text, "horse")
      assert.isTrue((yield* FirstSetup).isOpen())
    }).pipe(Effect.provide(layer), Effect.scoped)
  })

  // By hand, for example, where the service may not.
  it.effect("begins again with a password that is in .env meanwhile", () =>
    Effect.gen(function*() {
      const { ended, isOpen } = yield* FirstSetup
      assert.deepStrictEqual(codeOf(yield* setUp()), [409, "setup_closed"])
      assert.isFalse(isOpen())
      assert.strictEqual((yield* Effect.flip(ended))._tag, "ShopSetUp")
    }).pipe(Effect.provide(newShop({ known: { password: "file" } }).layer), Effect.scoped))

  it.effect("says what is wrong in a file that somebody edits meanwhile", () =>
    Effect.gen(function*() {
      const refused = yield* setUp()
      assert.deepStrictEqual(codeOf(refused), [422, "invalid_config"])
      assert.deepStrictEqual(faultsIn(refused).map(({ field }) => field), ["config.json"])
    }).pipe(
      Effect.provide(newShop({ read: Effect.zipRight(parseJson("config.json", "{ \"shop_name\": \"老王\", }"), Effect.never) }).layer),
      Effect.scoped
    ))

  it.effect("closes when a person is added meanwhile", () =>
    Effect.gen(function*() {
      yield* (yield* People).createToken({ name: "till", role: "feed", expiresAt: null }, "command-line")
      assert.deepStrictEqual(codeOf(yield* setUp()), [409, "setup_closed"])
    }).pipe(Effect.provide(newShop().layer), Effect.scoped))

  it.effect("is not offered with ADMIN_TOKEN, with SETUP=off, and where people are known", () =>
    Effect.gen(function*() {
      const closed = [false, 409, "setup_closed"]
      assert.deepStrictEqual(yield* offered({}), [true, 401, "unauthorized"])
      assert.deepStrictEqual(yield* offered({ env: { ADMIN_TOKEN: "test-token-0123456789" } }), closed)
      assert.deepStrictEqual(yield* offered({ env: { SETUP: "off" } }), closed)
    }))
})
