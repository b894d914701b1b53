import { NodeContext } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Redacted } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { isAsked } from "../../src/Config/AmountSource.ts"
import { secretsInSource } from "../../src/Config/AmountSource.ts"
import { readConfigFile } from "../../src/Config/ConfigFile.ts"
import { parse } from "../../src/Config/ShopConfig.ts"
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

const sourceOf = (source: unknown) => Either.getOrThrow(parse("config.json", file(source))).config.amountSource

const command = (members: object = {}) => ({ kind: "command", run: ["node", "tills/square.mjs"], ...members })

describe("amount_source", () => {
  it("is the range without the key, and can be a kind without a source", () => {
    assert.deepStrictEqual(sourceOf({ kind: "range" }), { kind: "range" })
    const none = sourceOf({ kind: "none" })
    assert.deepStrictEqual([none.kind, isAsked(none)], ["none", false])
  })

  it("has defaults for what is left out", () => {
    const { place, ...plain } = sourceOf(command()) as Extract<ReturnType<typeof sourceOf>, { kind: "command" }>
    assert.deepStrictEqual(Redacted.value(place.variables), {})
    assert.deepStrictEqual(plain, {
      kind: "command",
      run: ["node", "tills/square.mjs"],
      env: [],
      patienceMinutes: 60,
      withoutFigure: "wait",
      askMinutes: 0,
      timeoutSeconds: 60
    })
  })

  const faults: ReadonlyArray<readonly [source: unknown, ...fault: ReadonlyArray<string>]> = [
    ["http", "amount_source: expected a JSON object such as {\"kind\":\"none\"}, got \"http\""],
    [null, "amount_source: expected a JSON object such as {\"kind\":\"none\"}, got null"],
    [{}, "amount_source.kind: is required, got nothing"],
    [{ kind: "ftp" }, "amount_source.kind: expected one of \"range\" \"none\" \"command\", got \"ftp\""],
    [{ kind: "command" }, "amount_source.run: is required, got nothing"],
    ...[[], "node till.mjs", [" "], ["till", "a\0b"], [5]].map((run) =>
      [
        { kind: "command", run },
        `amount_source.run: expected a program and its arguments, such as ["node", "tills/square.mjs"], got ${JSON.stringify(run)}`
      ] as const
    ),
    [command({ timeout_s: 121 }), "amount_source.timeout_s: expected whole seconds from 1 to 120, got 121"],
    [command({ patience_minutes: 0 }), "amount_source.patience_minutes: expected whole minutes from 1 to 720, got 0"],
    [command({ ask_minutes: 721 }), "amount_source.ask_minutes: expected whole minutes from 0 to 720, got 721"],
    [command({ without_figure: "zero" }), "amount_source.without_figure: expected one of \"wait\" \"generate\", got \"zero\""],
    [
      command({ env: ["A-B"] }),
      "amount_source.env: expected a list of names of environment variables, such as [\"SQUARE_TOKEN\"], got [\"A-B\"]"
    ],
    ...["ADMIN_TOKEN", "DATABASE_URL", "TURNOVER_DATE"].map((name) =>
      [command({ env: [name] }), `amount_source.env: expected names of variables that a program may have, got ${name}`] as const
    ),
    [
      { kind: "command", timeout_s: 0 },
      "amount_source.timeout_s: expected whole seconds from 1 to 120, got 0",
      "amount_source.run: is required, got nothing"
    ]
  ]
  it.each(faults)("%j is refused by its key",
    (source, ...expected) => assert.deepStrictEqual(lines(source), expected.map((fault) => `config.json: ${fault}`)))

  it("names its faults beside those of other keys", () =>
    assert.deepStrictEqual(
      Either.match(parse("config.json", JSON.stringify({ amount_source: { kind: "command", timeout_s: 0 } })), {
        onLeft: ({ faults }) => faults.map(({ field }) => field),
        onRight: () => []
      }),
      ["chat_webhook_url", "amount_source.timeout_s", "amount_source.run"]
    ))

  it("warns about members that it does not know", () =>
    assert.deepStrictEqual(lines(command({ rum: [], recheck_at: "10:30" })), [
      "config.json: \"amount_source.rum\": unknown key, ignored",
      "config.json: \"amount_source.recheck_at\": unknown key, ignored"
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
    return { path, read: yield* Effect.either(readConfigFile(path)) }
  }).pipe(Effect.scoped, Effect.provide(NodeContext.layer))

describe("the variables of a program", () => {
  it.effect("are those that it needs and those that are named, whose values are secrets", () =>
    Effect.gen(function*() {
      const { path, read } = yield* readWith(command({ env: ["TILL_TOKEN"] }), {
        TILL_TOKEN: "pass verysecretword",
        TILL_OTHER: "not-passed-on",
        HTTPS_PROXY: "http://user:proxy-password@proxy.example:3128"
      })
      const source = Either.getOrThrow(read).config.amountSource
      assert(source.kind === "command")
      const variables = Redacted.value(source.place.variables)
      assert.deepInclude(variables, { PATH: process.env["PATH"], TILL_TOKEN: "pass verysecretword" })
      assert.isUndefined(variables["TILL_OTHER"])
      assert.deepStrictEqual([source.place.configFile, source.place.currency], [path, "CNY"])
      const secrets = secretsInSource(source)
      for (const secret of ["pass verysecretword", "verysecretword", "proxy-password"]) assert.include(secrets, secret)
      assert.notInclude(secrets, "pass")
      assert.notInclude(JSON.stringify(source), "verysecretword")
    }))

  it.effect("are a fault if one that is named is not set", () =>
    Effect.gen(function*() {
      const { read } = yield* readWith(command({ env: ["NO_SUCH_TOKEN"] }), {})
      assert(Either.isLeft(read))
      assert.include(read.left.message,
        "config.json: amount_source.env[0]: expected the name of an environment variable that is set, got another (not shown")
      assert.notInclude(read.left.message, "NO_SUCH_TOKEN")
    }))
})
