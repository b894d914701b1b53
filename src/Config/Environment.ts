import type { FileSystem } from "@effect/platform"
import { Context, Effect, Layer, LogLevel, Option, Redacted, Schema } from "effect"
import { existsSync } from "node:fs"
import { parseEnv } from "node:util"
import { expecting, expectingSecret, faultsOf } from "../Domain/Fault.ts"
import { isExample } from "./AdminToken.ts"
import * as AllowedHosts from "./AllowedHosts.ts"
import { warningsOf } from "./EnvFile.ts"
import { InvalidConfig } from "./InvalidConfig.ts"
import { wholeFromText } from "./Members.ts"
import * as Telemetry from "./Telemetry.ts"
import { readTextFile } from "./TextFile.ts"
import * as TrustProxy from "./TrustProxy.ts"

const defaultPort = 57_778

const zoneExpected = expecting("zone", "an IANA time zone such as Asia/Shanghai")

const Zone = Schema.String.pipe(
  // Newer engines accept "+08:00" as a zone, but a shop's calendar needs a zone with its history.
  Schema.filter((name) => !/^[+-]/.test(name), zoneExpected),
  Schema.compose(Schema.TimeZoneNamed)
).annotations(zoneExpected)

const Port = wholeFromText(0, 65_535, "a port")

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

const Variables = Schema.Struct({
  ADMIN_TOKEN: Schema.optionalWith(
    Schema.Redacted(Token).annotations(
      expectingSecret("text", "a text that a header can carry, without control characters and without blanks around it, and no example")
    ),
    { exact: true }
  ),
  DATABASE_URL: Schema.optionalWith(Schema.String, { exact: true, default: () => "file:./data/turnover.db" }),
  TZ: Schema.optionalWith(Zone, { exact: true, default: () => Schema.decodeSync(Zone)("Asia/Shanghai") }),
  PORT: Schema.optionalWith(Port, { exact: true, default: () => defaultPort }),
  // As in an address of a browser: [::].
  HOST: Schema.optionalWith(Schema.transform(Schema.String, Schema.String, {
    strict: true,
    decode: (host) => /^\[(.*)\]$/.exec(host)?.[1] ?? host,
    encode: (host) => host
  }), { exact: true, default: () => "0.0.0.0" }),
  CONFIG_FILE: Schema.optionalWith(Schema.String, { exact: true, default: () => "config.json" }),
  LOG_FILE: Schema.optionalWith(Schema.String, { exact: true, default: () => "data/app.log" }),
  LOG_LEVEL: Schema.optionalWith(Level, { exact: true, default: () => LogLevel.Info }),
  AUTO_IMPORT_ON_START: Schema.optionalWith(Switch, { exact: true, default: () => "no" }),
  AUTO_IMPORT_FILE: Schema.optionalWith(Schema.String, { exact: true, default: () => "data/import.csv" }),
  ...TrustProxy.Variables,
  ...AllowedHosts.Variables,
  ...Telemetry.Variables
})

/** The settings of a process that do not depend on the shop. They never change while it runs. */
export class ProcessSettings extends Context.Tag("ProcessSettings")<ProcessSettings, {
  /** None if the admin endpoints are closed. */
  readonly adminToken: Option.Option<Redacted.Redacted>
  readonly port: number
  readonly host: string
  readonly logFile: string
  readonly logLevel: LogLevel.LogLevel
  readonly trustedProxies: TrustProxy.TrustedProxies
  /** undefined if requests for any host are accepted. */
  readonly allowedHosts: AllowedHosts.AllowedHosts
  /** None if no traces and metrics are sent. */
  readonly telemetry: Option.Option<Telemetry.TelemetrySettings>
  /** Sentences about lines of `.env` that are probably meant otherwise. */
  readonly warnings: ReadonlyArray<string>
}>() {}

/** Where a shop keeps its settings and its days, and the zone of its calendar; fixed for the lifetime of the process. */
export class ShopPlace extends Context.Tag("ShopPlace")<ShopPlace, {
  readonly configFile: string
  readonly databaseUrl: string
  readonly zone: typeof Zone.Type
  readonly autoImportFile: Option.Option<string>
}>() {}

/** What the variables say: one value for the process and one for the shop. */
export interface Environment {
  readonly process: typeof ProcessSettings.Service
  readonly shop: typeof ShopPlace.Service
}

type Texts = Readonly<Record<string, string | undefined>>

/** The variables that are set; an empty variable counts as not set. */
const setOf = (variables: Texts) => Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""))

/** Reads the variables. A variable that is not set is taken from the file. Fails with every fault at once. */
export const fromVariables = (
  variables: Texts,
  fromFile: Texts = {},
  warnings: ReadonlyArray<string> = []
): Effect.Effect<Environment, InvalidConfig> =>
  Schema.decodeUnknown(Variables)({ ...setOf(fromFile), ...setOf(variables) }, { errors: "all" }).pipe(
    Effect.mapBoth({
      onFailure: (error) => new InvalidConfig({ faults: faultsOf(error).map((fault) => ({ origin: "environment", ...fault })) }),
      onSuccess: (decoded) => ({
        process: {
          adminToken: Option.fromNullable(decoded.ADMIN_TOKEN),
          port: decoded.PORT,
          host: decoded.HOST,
          logFile: decoded.LOG_FILE,
          logLevel: decoded.LOG_LEVEL,
          trustedProxies: TrustProxy.proxiesOf(decoded),
          allowedHosts: AllowedHosts.hostsOf(decoded),
          telemetry: Telemetry.settingsOf(decoded),
          warnings
        },
        shop: {
          configFile: decoded.CONFIG_FILE,
          databaseUrl: decoded.DATABASE_URL,
          zone: decoded.TZ,
          autoImportFile: yes.includes(decoded.AUTO_IMPORT_ON_START.toLowerCase())
            ? Option.some(decoded.AUTO_IMPORT_FILE)
            : Option.none()
        }
      })
    })
  )

/** The name of the file, in the working directory. */
export const environmentFile = ".env"

const readEnvironmentFile = Effect.suspend(() => existsSync(environmentFile) ? readTextFile(environmentFile) : Effect.succeed("")).pipe(
  Effect.mapBoth({
    onFailure: (about) => new InvalidConfig({ faults: [{ origin: environmentFile, ...about }] }),
    onSuccess: (text) => ({ fromFile: parseEnv(text), warnings: warningsOf(text) })
  })
)

/** Every variable that is set: the process's environment, which overrides a `.env` file in the working directory. */
export const variables = Effect.map(readEnvironmentFile,
  ({ fromFile }) => ({ ...setOf(fromFile), ...setOf(process.env) }) as Readonly<Record<string, string>>)

/** Reads the variables that the service knows. */
export const read: Effect.Effect<Environment, InvalidConfig, FileSystem.FileSystem> = Effect.flatMap(readEnvironmentFile,
  ({ fromFile, warnings }) => fromVariables(process.env, fromFile, warnings))

export const layerOf = <E, R>(environment: Effect.Effect<Environment, E, R>): Layer.Layer<ProcessSettings | ShopPlace, E, R> =>
  Layer.effectContext(
    Effect.map(environment, (read) => Context.make(ProcessSettings, read.process).pipe(Context.add(ShopPlace, read.shop)))
  )

export const layer: Layer.Layer<ProcessSettings | ShopPlace, InvalidConfig, FileSystem.FileSystem> = layerOf(read)
