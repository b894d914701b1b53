import { NodeContext } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Redacted } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { isAsked } from "../../src/Config/AmountSource.ts"
import { readConfigFile } from "../../src/Config/ConfigFile.ts"
import { parse } from "../../src/Config/ShopConfig.ts"
import { bodyOf, headersOf, secretsInSource, urlOf } from "../../src/Config/SourceTexts.ts"
import { temporaryFolder } from "../Database/TestFile.ts"

const file = (source: unknown) =>
  JSON.stringify({
    chat_webhook_url: "console:",
    weekday_range: [1, 2],
    weekend_range: [3, 4],
    fallback_push: "auto",
    amount_source: source
  })

const lines = (source: unknown): ReadonlyArray<string> =>
  Either.match(parse("config.json", file(source)), { onLeft: ({ message }) => message.split("\n"), onRight: ({ warnings }) => warnings })

const http = (members: object = {}) => ({ kind: "http", url: "https://till.example/day", amount: "/total", ...members })
const items = { items: "/list" }
const command = (members: object = {}) => ({ kind: "command", run: ["node", "tills/square.mjs"], ...members })

describe("amount_source", () => {
  it("is the range without the key, and can be a kind without a source", () => {
    assert.deepStrictEqual(Either.getOrThrow(parse("config.json", file({ kind: "range" }))).config.amountSource, { kind: "range" })
    const none = Either.getOrThrow(parse("config.json", file({ kind: "none" }))).config.amountSource
    assert.deepStrictEqual([none.kind, isAsked(none)], ["none", false])
  })

  it("has defaults for what is left out", () => {
    const source = Either.getOrThrow(parse("config.json", file(http()))).config.amountSource
    assert.isTrue(isAsked(source))
    const { request, variables, ...plain } = source as Extract<typeof source, { kind: "http" }>
    assert.deepStrictEqual(Redacted.value(request), { url: "https://till.example/day", headers: {}, body: undefined })
    assert.deepStrictEqual(Redacted.value(variables), {})
    assert.deepStrictEqual(plain, {
      kind: "http",
      method: "GET",
      items: null,
      amount: ["total"],
      negate: [],
      only: [],
      skip: [],
      emptyIsZero: false,
      paging: { _tag: "One" },
      unit: "major",
      patienceMinutes: 60,
      withoutFigure: "wait",
      askMinutes: 0,
      recheckAt: null,
      timeoutSeconds: 10
    })
  })

  const faults: ReadonlyArray<readonly [source: unknown, ...fault: ReadonlyArray<string>]> = [
    ["http", "amount_source: expected a JSON object such as {\"kind\":\"none\"}, got \"http\""],
    [null, "amount_source: expected a JSON object such as {\"kind\":\"none\"}, got null"],
    [{}, "amount_source.kind: is required, got nothing"],
    [{ kind: "ftp" }, "amount_source.kind: expected one of \"range\" \"none\" \"command\" \"http\" \"csv\" \"sql\", got \"ftp\""],
    [{ kind: "command" }, "amount_source.run: is required, got nothing"],
    ...[[], "node till.mjs", [" "], ["till", "a\0b"], [5]].map((run) =>
      [
        { kind: "command", run },
        `amount_source.run: expected a program and its arguments, such as ["node", "tills/square.mjs"], got ${JSON.stringify(run)}`
      ] as const
    ),
    [command({ timeout_s: 121 }), "amount_source.timeout_s: expected whole seconds from 1 to 120, got 121"],
    [
      command({ env: ["A-B"] }),
      "amount_source.env: expected a list of names of environment variables, such as [\"SQUARE_TOKEN\"], got [\"A-B\"]"
    ],
    ...["ADMIN_TOKEN", "DATABASE_URL", "TURNOVER_DATE"].map((name) =>
      [command({ env: [name] }), `amount_source.env: expected names of variables that a program may have, got ${name}`] as const
    ),
    [{ kind: "http" }, "amount_source.url: is required, got nothing", "amount_source.amount: is required, got nothing"],
    [
      http({ amount: "total" }),
      "amount_source.amount: expected a JSON pointer such as /total_money, or an empty text for the whole, got \"total\""
    ],
    [http({ unit: "cents" }), "amount_source.unit: expected one of \"major\" \"minor\", got \"cents\""],
    [http({ timeout_s: 61 }), "amount_source.timeout_s: expected whole seconds from 1 to 60, got 61"],
    [http({ patience_minutes: 0 }), "amount_source.patience_minutes: expected whole minutes from 1 to 720, got 0"],
    [http({ ask_minutes: 721 }), "amount_source.ask_minutes: expected whole minutes from 0 to 720, got 721"],
    [http({ without_figure: "zero" }), "amount_source.without_figure: expected one of \"wait\" \"generate\", got \"zero\""],
    [http({ recheck_at: "25:00" }), "amount_source.recheck_at: expected a time HH:MM from 00:00 to 23:59, got \"25:00\""],
    [
      http({ headers: { authorization: 5 } }),
      "amount_source.headers: expected headers by name, each with a text, got something else (not shown: it is a secret)"
    ],
    [http({ negate: { "/kind": "REFUND" } }), "amount_source.negate: expected together with items"],
    [
      http({ ...items, only: { status: ["COMPLETED"] } }),
      "amount_source.only: expected pointers with a value or a list of values each, such as {\"/status\": [\"COMPLETED\"]}, got {\"status\":[\"COMPLETED\"]}"
    ],
    [http({ next: "/cursor", next_query: "cursor" }), "amount_source.next: expected together with items"],
    [http({ ...items, next: "/cursor", next_page: "page" }), "amount_source.next: expected without next_page"],
    [http({ ...items, next_query: "cursor" }), "amount_source.next_query: expected together with next or next_item"],
    [http({ ...items, next_item: "/id", next_query: "after" }), "amount_source.next_item: expected together with more"],
    [http({ ...items, next_item: "/id", more: "/more" }), "amount_source.next_item: expected together with next_query or next_body"],
    [
      http({ ...items, next: "/cursor", next_body: "/cursor" }),
      "amount_source.next_body: expected together with a JSON object at its place in body"
    ],
    [
      http({ ...items, url: "https://till.example/day?page=1", next_page: "page" }),
      "amount_source.next_page: expected a parameter that url does not have, got \"page\""
    ],
    [http({ method: "GET", body: {} }), "amount_source.body: expected without \"method\": \"GET\""],
    [
      http({ url: "https://till.example/?d={day.strat}" }),
      "amount_source.url: expected {date}, {date.compact}, {day.start}, {day.end} or {day.last}, with .utc, .z or .unix at most, got \"{day.strat}\""
    ],
    [
      { kind: "csv", folder: " ", date: "日期" },
      "amount_source.folder: expected the path of a folder, got \" \"",
      "amount_source.amount: is required, got nothing"
    ],
    [
      { kind: "sql", url: "file:till.db", query: "select 1 where d = '{date}'" },
      "amount_source.query: expected placeholders without quotes around them: they are parameters, not text"
    ]
  ]
  it.each(faults)("%j is refused by its key",
    (source, ...expected) => assert.deepStrictEqual(lines(source), expected.map((fault) => `config.json: ${fault}`)))

  it("names its faults beside those of other keys", () =>
    assert.deepStrictEqual(
      Either.match(parse("config.json", JSON.stringify({ amount_source: { kind: "csv" } })), {
        onLeft: ({ faults }) => faults.map(({ field }) => field),
        onRight: () => []
      }),
      ["chat_webhook_url", "amount_source.folder", "amount_source.date", "amount_source.amount"]
    ))

  it("warns about members that it does not know", () =>
    assert.deepStrictEqual(lines(http({ amout: "/x", rows: "receipts" })), [
      "config.json: \"amount_source.amout\": unknown key, ignored",
      "config.json: \"amount_source.rows\": unknown key, ignored"
    ]))
})

/** The source of a file, read with these variables in the environment. */
const readWith = (source: object, variables: Readonly<Record<string, string>>) =>
  Effect.gen(function*() {
    const path = join(yield* temporaryFolder, "config.json")
    writeFileSync(path, file(source))
    yield* Effect.acquireRelease(Effect.sync(() => Object.assign(process.env, variables)), () =>
      Effect.sync(() => {
        for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name)
      }))
    return yield* Effect.either(readConfigFile(path))
  }).pipe(Effect.scoped, Effect.provide(NodeContext.layer))

describe("the variables of a source", () => {
  it.effect("are read from the environment, and are secrets", () =>
    Effect.gen(function*() {
      const source = http({
        url: "$TILL_URL/day?key=$TILL_KEY&from={day.start}",
        headers: { Authorization: "Bearer $TILL_TOKEN", "x-shape": "{date}" },
        body: { day: "{date}", list: ["$TILL_KEY"], plain: 5 }
      })
      const read = Either.getOrThrow(
        yield* readWith(source, { TILL_URL: "https://till.example:8443/api", TILL_KEY: "a&b=\"c", TILL_TOKEN: "pass verysecretword" })
      ).config.amountSource
      assert(read.kind === "http")
      const texts = Redacted.value(read.request)
      const variables = Redacted.value(read.variables)
      const days = { "date": "2026-11-20", "day.start": "2026-11-20T00:00:00+08:00" }
      assert.strictEqual(urlOf(texts.url, days, variables),
        "https://till.example:8443/api/day?key=a%26b%3D%22c&from=2026-11-20T00%3A00%3A00%2B08%3A00")
      assert.deepStrictEqual(headersOf(texts, variables), { "authorization": "Bearer pass verysecretword", "x-shape": "{date}" })
      assert.deepStrictEqual(bodyOf(texts.body, days, variables), { day: "2026-11-20", list: ["a&b=\"c"], plain: 5 })
      const secrets = secretsInSource(read)
      for (const secret of ["a&b=\"c", "pass verysecretword", "verysecretword"]) assert.include(secrets, secret)
      assert.notInclude(secrets, "pass")
    }))

  const refused: ReadonlyArray<readonly [source: object, variables: Readonly<Record<string, string>>, fault: string]> = [
    [
      http({ headers: { authorization: "$NO_SUCH_TOKEN" } }),
      {},
      "amount_source.headers.authorization: expected the environment variable NO_SUCH_TOKEN to be set, got nothing"
    ],
    [command({ env: ["NO_SUCH_TOKEN"] }), {}, "amount_source.env: expected the environment variable NO_SUCH_TOKEN to be set, got nothing"],
    [
      { kind: "sql", url: "$NO_SUCH_TILL", query: "select 1" },
      {},
      "amount_source.url: expected the environment variable NO_SUCH_TILL to be set, got nothing"
    ],
    ...["https://user:secret@till.example/", "ftp://till.example", "till.example", "https://till.example/#top"].map((address) =>
      [
        http({ url: "$TILL_ADDRESS" }),
        { TILL_ADDRESS: address },
        "amount_source.url: expected an http(s) address without a name, a password and #, got something else (not shown: it may have a secret)"
      ] as const
    ),
    [
      http({ headers: { authorization: "$TILL_TOKEN" } }),
      { TILL_TOKEN: "two\nlines" },
      "amount_source.headers.authorization: expected a header that a request can have, got something else (not shown: it may have a secret)"
    ],
    [
      http({ headers: { host: "elsewhere" } }),
      {},
      "amount_source.headers.host: expected a header that a request can have, got something else (not shown: it may have a secret)"
    ]
  ]
  it.effect.each(refused)("of %j in %j are a fault", ([source, variables, fault]) =>
    Effect.gen(function*() {
      const read = yield* readWith(source, variables)
      assert(Either.isLeft(read))
      assert.strictEqual(read.left.message, `config.json: ${fault}`)
    }))
})
