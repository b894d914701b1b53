import type { FileSystem } from "@effect/platform"
import { Context, Effect, Layer, LogLevel, Option, Record, Redacted, Schema } from "effect"
import { parseEnv } from "node:util"
import { expecting, expectingSecret, faultsOf } from "../Domain/Fault.ts"
import { isExample } from "./AdminToken.ts"
import { warningsOf } from "./EnvFile.ts"
import { fieldsOf, needsShell, optionalVariable, variable, wholeFromText } from "./Forms.ts"
import { InvalidConfig } from "./InvalidConfig.ts"
import { type AllowedHosts, HostList, hostsOf, proxiesOf, ProxyList, type TrustedProxies } from "./Network.ts"
import { type ForwardProxies, proxiesIn, warningsOfProxies } from "./Proxy.ts"
import { readTextFileIfThere } from "./TextFile.ts"

const zoneExpected = expecting("zone", "an IANA time zone such as Asia/Shanghai")

const Zone = Schema.String.pipe(
  // Newer engines accept "+08:00" as a zone, but a shop's calendar needs a zone with its history.
  Schema.filter((name) => !/^[+-]/.test(name), zoneExpected),
  Schema.compose(Schema.TimeZoneNamed)
).annotations(zoneExpected)

const levelNames = ["trace", "debug", "info", "warn", "error", "none"] as const

const levels: Readonly<Record<typeof levelNames[number], LogLevel.LogLevel>> = {
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warn: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
}

const Level = Schema.transform(Schema.Lowercase.pipe(Schema.compose(Schema.Literal(...levelNames))), Schema.Any, {
  strict: true,
  decode: (name): LogLevel.LogLevel => levels[name],
  encode: () => "info" as const
}).annotations(expecting("one_of", `one of ${levelNames.join(" ")}`, { names: levelNames.join(" ") }))

const yes = ["1", "true", "yes", "on"]
const no = ["0", "false", "no", "off"]

const Switch = Schema.String.pipe(
  Schema.filter((text) => [...yes, ...no].includes(text.toLowerCase()), expecting("truth", "1 true yes on, or 0 false no off"))
)

/**
 * A header value has no surrounding spaces and no control characters. U+FFFD stands for bytes that are not UTF-8. The examples in
 * pages and documents are public, so none of them is accepted.
 */
const Token = Schema.Trimmed.pipe(
  Schema.filter((text) => !/[\u0000-\u0008\u000a-\u001f\u007f\uFFFD]/.test(text) && !isExample(text))
)

/** As in an address of a browser: `[::]`. */
const Host = Schema.transform(Schema.String, Schema.String, {
  strict: true,
  decode: (host) => /^\[(.*)\]$/.exec(host)?.[1] ?? host,
  encode: (host) => host
})

/** The variables of the service. `npm run lint -- --write` writes their rows of docs/settings.md. */
export const serviceVariables = {
  ADMIN_TOKEN: optionalVariable(
    Schema.Redacted(Token).annotations(
      expectingSecret("text", "a text that a header can carry, without control characters and without blanks around it, and no example")
    ),
    "the admin credential; without it the admin endpoints are closed. A warning below 12 characters or 8 different ones"
  ),
  DATABASE_URL: variable(Schema.String, "file:./data/turnover.db",
    "`./relative.db`, `/absolute.db`, `file:./relative.db`, `file:/absolute.db`, `sqlite:///absolute.db`, `sqlite::memory:` or `postgres://user:password@host:5432/name`, see [PostgreSQL](deployment.md#postgresql)"),
  TZ: variable(Zone, "Asia/Shanghai", "the shop's IANA time zone, whatever the machine's is"),
  PORT: variable(wholeFromText(0, 65_535, "a port"), "57778", "the port"),
  HOST: variable(Host, "0.0.0.0", "the address to listen at; `::` or `[::]` is every one of IPv6 and IPv4"),
  TRUST_PROXY: variable(ProxyList, "0",
    "the reverse proxies in front, whose `X-Forwarded-For` names the client: their number (`1`), or addresses and networks (`127.0.0.1,10.0.0.0/8`). With a number, let only them reach the port (`HOST`)"),
  ALLOWED_HOSTS: optionalVariable(HostList,
    "the host names by which the pages are opened, with or without a port, such as `shop.example,192.168.1.20:57778`. A request for any other gets 421, also a monitor's",
    "any host"),
  HTTPS_PROXY: optionalVariable(Schema.String,
    "the forward proxy to bots and alarms, such as `http://name:password@proxy.example:3128`; `HTTP_PROXY` for http addresses, `ALL_PROXY` where one of them is not set. Lower case counts first. The local network and mail servers are called directly"),
  NO_PROXY: optionalVariable(Schema.String,
    "hosts called directly, with commas between: `bot.example` is the host and all below it, `bot.example:8443` one port, `*` every host"),
  CONFIG_FILE: variable(Schema.String, "config.json", "path of `config.json`"),
  SETUP: variable(Switch, "on", "`off`: a service without `ADMIN_TOKEN` prints no address to set the shop up"),
  LOG_FILE: variable(
    Schema.String.pipe(
      Schema.filter((path) => !needsShell(path), expecting("text", "a path without ~ or $ at its start, which only a shell replaces"))
    ),
    "data/app.log",
    "the application log"
  ),
  LOG_LEVEL: variable(Level, "info", "the log's level: `trace` `debug` `info` `warn` `error` `none`"),
  AUTO_IMPORT_ON_START: variable(Switch, "off", "`on`: import a CSV file at start, each content once"),
  AUTO_IMPORT_FILE: variable(Schema.String, "data/import.csv", "that file, a regular one")
}

const Variables = Schema.Struct(fieldsOf(serviceVariables))

const fallbacks = Record.filterMap(serviceVariables, ({ fallback }) => Option.fromNullable(fallback))

/** What the variables say. It never changes while the process runs. */
export class Environment extends Context.Tag("Environment")<Environment, {
  readonly configFile: string
  /** Whether a new shop may be set up in the browser. */
  readonly maySetUp: boolean
  readonly databaseUrl: string
  /** The zone of the shop's calendar. */
  readonly zone: typeof Zone.Type
  readonly autoImportFile: Option.Option<string>
  /** None if the admin endpoints are closed. */
  readonly adminToken: Option.Option<Redacted.Redacted>
  readonly port: number
  readonly host: string
  readonly logFile: string
  readonly logLevel: LogLevel.LogLevel
  readonly trustedProxies: TrustedProxies
  /** undefined if requests for any host are accepted. */
  readonly allowedHosts: AllowedHosts
  /** The forward proxies for requests to bots. */
  readonly proxies: ForwardProxies
  /** Sentences about lines of `.env` that are probably meant otherwise. */
  readonly warnings: ReadonlyArray<string>
}>() {}

type Texts = Readonly<Record<string, string | undefined>>

/** The variables that are set; an empty variable counts as not set. */
const setOf = (variables: Texts) => Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""))

/** Reads the variables. A variable that is not set is taken from the file. Fails with every fault at once. */
export const fromVariables = (
  variables: Texts,
  fromFile: Texts = {},
  warnings: ReadonlyArray<string> = []
): Effect.Effect<typeof Environment.Service, InvalidConfig> =>
  Schema.decodeUnknown(Variables)({ ...fallbacks, ...setOf(fromFile), ...setOf(variables) }, { errors: "all" }).pipe(
    Effect.mapBoth({
      onFailure: (error) => new InvalidConfig({ faults: faultsOf(error).map((fault) => ({ origin: "environment", ...fault })) }),
      onSuccess: (decoded) => {
        const { HTTPS_PROXY, NO_PROXY } = decoded
        const texts = { ...setOf(fromFile), ...setOf(variables), HTTPS_PROXY, NO_PROXY }
        return ({
          configFile: decoded.CONFIG_FILE,
          maySetUp: yes.includes(decoded.SETUP.toLowerCase()),
          databaseUrl: decoded.DATABASE_URL,
          zone: decoded.TZ,
          autoImportFile: yes.includes(decoded.AUTO_IMPORT_ON_START.toLowerCase())
            ? Option.some(decoded.AUTO_IMPORT_FILE)
            : Option.none(),
          adminToken: Option.fromNullable(decoded.ADMIN_TOKEN),
          port: decoded.PORT,
          host: decoded.HOST,
          logFile: decoded.LOG_FILE,
          logLevel: decoded.LOG_LEVEL,
          trustedProxies: proxiesOf(decoded.TRUST_PROXY),
          allowedHosts: hostsOf(decoded.ALLOWED_HOSTS),
          proxies: proxiesIn(texts),
          warnings: [...warnings, ...warningsOfProxies(texts)]
        })
      }
    })
  )

/** The name of the file, in the working directory. */
const environmentFile = ".env"

const readEnvironmentFile = readTextFileIfThere(environmentFile).pipe(
  Effect.mapBoth({
    onFailure: (about) => new InvalidConfig({ faults: [{ origin: environmentFile, ...about }] }),
    onSuccess: (text) => ({ fromFile: parseEnv(text), warnings: warningsOf(text) })
  })
)

/** Every variable that is set: the process's environment, which overrides a `.env` file in the working directory. */
export const variables = Effect.map(readEnvironmentFile,
  ({ fromFile }) => ({ ...setOf(fromFile), ...setOf(process.env) }) as Readonly<Record<string, string>>)

/** Reads the variables that the service knows. */
export const read: Effect.Effect<typeof Environment.Service, InvalidConfig, FileSystem.FileSystem> = Effect.flatMap(readEnvironmentFile,
  ({ fromFile, warnings }) => fromVariables(process.env, fromFile, warnings))

export const layerOf = <E, R>(read: Effect.Effect<typeof Environment.Service, E, R>): Layer.Layer<Environment, E, R> =>
  Layer.effect(Environment, read)

export const layer: Layer.Layer<Environment, InvalidConfig, FileSystem.FileSystem> = layerOf(read)
