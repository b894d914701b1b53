import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Either, Option, Redacted } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Environment from "../../src/Config/Environment.ts"
import { noProxies } from "../../src/Config/Proxy.ts"

type Variables = Readonly<Record<string, string | undefined>>

/** The printed lines of the faults; none without a fault. */
const faults = (variables: Variables) =>
  Environment.fromVariables(variables).pipe(
    Effect.either,
    Effect.map(Either.match({ onLeft: ({ message }) => message.split("\n"), onRight: (): ReadonlyArray<string> => [] }))
  )

const plain = ({ adminToken, autoImportFile, logLevel, zone, ...others }: typeof Environment.Environment.Service) => ({
  ...others,
  adminToken: Option.getOrNull(Option.map(adminToken, Redacted.value)),
  autoImportFile: Option.getOrNull(autoImportFile),
  logLevel: logLevel.label,
  zone: DateTime.zoneToString(zone)
})

const defaults = {
  adminToken: null,
  databaseUrl: "file:./data/turnover.db",
  zone: "Asia/Shanghai",
  port: 57_778,
  host: "0.0.0.0",
  configFile: "config.json",
  maySetUp: true,
  logFile: "data/app.log",
  logLevel: "INFO",
  autoImportFile: null,
  trustedProxies: { hops: 0, networks: [] },
  proxies: noProxies,
  warnings: [],
  allowedHosts: undefined
}

describe("the environment", () => {
  const cases: ReadonlyArray<readonly [variables: Variables, differs: Partial<Record<keyof typeof defaults, unknown>>]> = [
    [{}, {}],
    [{ HOME: "/root", PATH: "/bin" }, {}],
    [{
      ADMIN_TOKEN: "",
      DATABASE_URL: "",
      TZ: "",
      PORT: "",
      HOST: "",
      CONFIG_FILE: "",
      LOG_FILE: "",
      LOG_LEVEL: "",
      AUTO_IMPORT_ON_START: "",
      AUTO_IMPORT_FILE: ""
    }, {}],
    [{ ADMIN_TOKEN: "open sesame" }, { adminToken: "open sesame" }],
    [{ DATABASE_URL: "sqlite::memory:" }, { databaseUrl: "sqlite::memory:" }],
    [{ TZ: "Europe/Berlin" }, { zone: "Europe/Berlin" }],
    [{ HOST: "[::]" }, { host: "::" }],
    [{ HOST: "::1" }, { host: "::1" }],
    [{ TZ: "UTC" }, { zone: "UTC" }],
    [{ PORT: "0" }, { port: 0 }],
    [{ PORT: "65535" }, { port: 65_535 }],
    [{ HOST: "127.0.0.1", CONFIG_FILE: "/etc/shop.json", LOG_FILE: "/var/log/shop.log" }, {
      host: "127.0.0.1",
      configFile: "/etc/shop.json",
      logFile: "/var/log/shop.log"
    }],
    ...[["trace", "TRACE"], ["debug", "DEBUG"], ["info", "INFO"], ["WARN", "WARN"], ["Error", "ERROR"], ["none", "OFF"]]
      .map(([level, logLevel]) => [{ LOG_LEVEL: level }, { logLevel }] as const),
    ...["1", "true", "yes", "on", "TRUE"].map((on) => [{ AUTO_IMPORT_ON_START: on }, { autoImportFile: "data/import.csv" }] as const),
    ...["0", "false", "no", "off", "Off"].map((off) => [{ AUTO_IMPORT_ON_START: off }, {}] as const),
    [{ AUTO_IMPORT_ON_START: "on", AUTO_IMPORT_FILE: "days.csv" }, { autoImportFile: "days.csv" }],
    [{ AUTO_IMPORT_FILE: "days.csv" }, {}],
    [{ TRUST_PROXY: "0" }, {}],
    [{ TRUST_PROXY: "2" }, { trustedProxies: { hops: 2, networks: [] } }],
    [{ TRUST_PROXY: "127.0.0.1, 10.0.0.0/8" }, { trustedProxies: { hops: 0, networks: ["127.0.0.1", "10.0.0.0/8"] } }],
    [{ ALLOWED_HOSTS: "" }, {}],
    [{ ALLOWED_HOSTS: "Shop.Example., 店.example:8080,[0::1],10.0.0.5" }, {
      allowedHosts: new Set(["shop.example", "xn--hxt.example:8080", "[::1]", "10.0.0.5"])
    }],
    [{ ADMIN_TOKEN: "密码\t-pässword" }, { adminToken: "密码\t-pässword" }]
  ]
  // Rule 1.2.
  it.effect.each(cases)("of %j differs from the defaults by %j",
    ([variables, differs]) =>
      Effect.map(Environment.fromVariables(variables), (environment) =>
        assert.deepStrictEqual<unknown>(plain(environment), { ...defaults, ...differs })))

  const zone = "TZ: expected an IANA time zone such as Asia/Shanghai, got"
  const port = "PORT: expected a port from 0 to 65535, got"
  const token =
    "ADMIN_TOKEN: expected a text that a header can carry, without control characters and without blanks around it, and no example, " +
    "got something else (not shown: it is a secret)"
  const bad: ReadonlyArray<readonly [variables: Variables, fault: string]> = [
    [{ TZ: "Mars/Olympus" }, `${zone} "Mars/Olympus"`],
    [{ TZ: "+08:00" }, `${zone} "+08:00"`],
    [{ TZ: "-0800" }, `${zone} "-0800"`],
    [{ TZ: "UTC+8" }, `${zone} "UTC+8"`],
    [{ PORT: "65536" }, `${port} "65536"`],
    [{ PORT: "-1" }, `${port} "-1"`],
    [{ PORT: "80.5" }, `${port} "80.5"`],
    ...["0x50", "0b11", "8e1", "+80", "80.0"].map((text) => [{ PORT: text }, `${port} "${text}"`] as const),
    [{ PORT: "http" }, `${port} "http"`],
    [{ PORT: " " }, `${port} " "`],
    [{ PORT: "Infinity" }, `${port} "Infinity"`],
    [{ LOG_FILE: "~/app.log" }, "LOG_FILE: expected a path without ~ or $ at its start, which only a shell replaces, got \"~/app.log\""],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL: expected one of trace debug info warn error none, got \"loud\""],
    ...[" hush-hush", "hush-hush\t", "hush\nhush", "hush\0hush", "hush\x7fhush", "hush\uFFFDhush"].map((ADMIN_TOKEN) =>
      [{ ADMIN_TOKEN }, token] as const
    ),
    ...["shop.example,", "http://shop.example", "shop.example/", "*.example", "shop:port", "a b", "::1", "[::1", "user@shop", "shop\\"].map(
      (ALLOWED_HOSTS) =>
        [
          { ALLOWED_HOSTS },
          `ALLOWED_HOSTS: expected host names with commas between, such as shop.example,192.168.1.20:57778,localhost, got ${
            JSON.stringify(ALLOWED_HOSTS)
          }`
        ] as const
    ),
    [{ AUTO_IMPORT_ON_START: "maybe" }, "AUTO_IMPORT_ON_START: expected 1 true yes on, or 0 false no off, got \"maybe\""]
  ]
  it.effect.each(bad)("of %j is refused",
    ([variables, fault]) => Effect.map(faults(variables), (lines) => assert.deepStrictEqual(lines, [`environment: ${fault}`])))

  it.effect("names all its faults at once, and never shows the token", () =>
    Effect.map(faults({ ADMIN_TOKEN: "hush-hush", TZ: "x", PORT: "y", LOG_LEVEL: "z", AUTO_IMPORT_ON_START: "?" }), (lines) => {
      assert.deepStrictEqual(lines.map((line) => line.split(":")[1]), [" TZ", " PORT", " LOG_LEVEL", " AUTO_IMPORT_ON_START"])
      assert.notInclude(lines.join("\n"), "hush-hush")
    }))

  it.effect("never shows the token when it is printed", () =>
    Effect.map(Environment.fromVariables({ ADMIN_TOKEN: "hush-hush" }), (environment) =>
      assert.notInclude(`${JSON.stringify(environment)} ${String(environment.adminToken)}`, "hush-hush")))

  it.scoped("overrides a .env file", () =>
    Effect.gen(function*() {
      const home = process.cwd()
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          const directory = mkdtempSync(join(tmpdir(), "environment-"))
          writeFileSync(join(directory, ".env"), "# the shop\nTZ=Europe/Berlin\nADMIN_TOKEN=\"from the file\"\n")
          process.chdir(directory)
          return directory
        }),
        (directory) =>
          Effect.sync(() => {
            process.chdir(home)
            rmSync(directory, { recursive: true })
          })
      )
      const read = Effect.provide(Environment.read, NodeFileSystem.layer)
      const environment = yield* read
      assert.strictEqual(plain(environment).adminToken, "from the file")
      // The test runner itself sets TZ.
      assert.strictEqual(plain(environment).zone, "America/New_York")
      yield* Effect.acquireRelease(
        Effect.sync(() => process.env["ADMIN_TOKEN"] = ""),
        () => Effect.sync(() => delete process.env["ADMIN_TOKEN"])
      )
      assert.strictEqual(plain(yield* read).adminToken, "from the file", "a variable that is empty is not set")
      writeFileSync(".env", "ADMIN_TOKEN=a#b\nTZ: Europe/Berlin\n")
      assert.lengthOf(plain(yield* read).warnings, 2)
      writeFileSync(".env", "\ufeffADMIN_TOKEN=\"after a byte order mark\"\n")
      assert.strictEqual(plain(yield* read).adminToken, "after a byte order mark")
      writeFileSync(".env", Buffer.from([0x41, 0x3d, 0xc0, 0xfd]))
      assert.strictEqual((yield* Effect.flip(read)).message, ".env: expected a text in UTF-8, got GBK (GB18030): save the file as UTF-8")
    }))
})
