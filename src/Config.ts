import type { FileSystem } from "@effect/platform"
import { Context, Deferred, Effect, Either, FiberId, Layer, Option, Redacted } from "effect"
import { basename } from "node:path"
import type { Fault } from "./Codes/Fault.ts"
import { secretsInSource } from "./Config/AmountSource.ts"
import { readConfigText, settingsOfText } from "./Config/ConfigFile.ts"
import { Environment } from "./Config/Environment.ts"
import { InvalidConfig } from "./Config/InvalidConfig.ts"
import { changedKeys, chatsOf, type ReadConfig, type ShopConfig } from "./Config/ShopConfig.ts"
import { refusalOf, replaceSettings } from "./Config/WholeFile.ts"
import { Secrets } from "./Logging/Secrets.ts"

export interface Reloaded {
  readonly previous: ShopConfig
  readonly current: ShopConfig
  readonly changedKeys: ReadonlyArray<string>
  readonly unknownKeys: ReadonlyArray<string>
}

/** The shop's settings: one live value, replaced whole or not at all. */
export class Config extends Context.Tag("Config")<Config, {
  readonly current: Effect.Effect<ShopConfig>
  /** The same for code outside of effects. */
  readonly snapshot: () => ShopConfig
  /** Reads the whole file again, and replaces the settings if it has no fault. */
  readonly reload: Effect.Effect<Reloaded, InvalidConfig>
  /** Ends when a reload replaces the settings. */
  readonly replaced: Effect.Effect<void>
  /** The text of the file, as it is now. */
  readonly text: Effect.Effect<string, InvalidConfig>
  /** The settings of a text that is to be the file's. They do not take effect. */
  readonly examine: (text: string) => Effect.Effect<ReadConfig, InvalidConfig>
  /** Why the file was refused when it was last read; null if it was accepted. */
  readonly fault: Effect.Effect<InvalidConfig | null>
}>() {}

/** What modules that use the settings find wrong in them. */
export interface Findings {
  readonly faults: ReadonlyArray<Fault>
  /** A sentence that names its key first. */
  readonly warnings: ReadonlyArray<string>
}

/** Further checks of the settings, by the modules that use them. They run at start and on each reload. */
export class SettingsRule extends Context.Reference<SettingsRule>()("SettingsRule", {
  defaultValue: (): (config: ShopConfig) => Findings => () => ({ faults: [], warnings: [] })
}) {}

/** What replaces the file: the disk, where a test has none. */
export class SettingsWriter extends Context.Reference<SettingsWriter>()("SettingsWriter", {
  defaultValue: () => ({ replace: replaceSettings, refusalOf })
}) {}

/** A configuration file with the findings of a rule. */
export const examined = (file: string, read: ReadConfig, { faults, warnings }: Findings): Either.Either<ReadConfig, InvalidConfig> => {
  const origin = basename(file)
  return faults.length > 0
    ? Either.left(new InvalidConfig({ faults: faults.map((fault) => ({ origin, ...fault })) }))
    : Either.right({ ...read, warnings: [...read.warnings, ...warnings.map((warning) => `${origin}: ${warning}`)] })
}

/** Registers the admin token as a secret, so that no output shows it. */
export const registerToken = ({ adminToken }: typeof Environment.Service) =>
  Effect.flatMap(Secrets, ({ register }) => Effect.forEach(Option.toArray(adminToken), register))

/** A secret that is being replaced has two parts, separated by a space. */
const secretParts = (secret: Redacted.Redacted): ReadonlyArray<Redacted.Redacted> => [
  secret,
  ...Redacted.value(secret).split(" ").map((part) => Redacted.make(part))
]

/** Registers the credentials of the settings as secrets. */
export const registerSettings = (config: ShopConfig) =>
  Effect.flatMap(Secrets, ({ register, registerAddress }) => {
    const chats = chatsOf(config)
    const inSource = secretsInSource(config.amountSource).map((part) => Redacted.make(part))
    return Effect.zipRight(
      Effect.forEach([...[...chats.map(({ secret }) => secret), config.alertSecret].flatMap(secretParts), ...inSource], register),
      Effect.forEach([...chats.map(({ url }) => url), config.alertWebhookUrl, config.heartbeatUrl], registerAddress)
    )
  })

/** The settings of `CONFIG_FILE`; a fault in it ends the start. */
export const layer: Layer.Layer<Config, InvalidConfig, Environment | FileSystem.FileSystem | Secrets> = Layer.effect(
  Config,
  Effect.gen(function*() {
    const files = yield* Effect.context<FileSystem.FileSystem>()
    const secrets = yield* Secrets
    const rule = yield* SettingsRule
    const environment = yield* Environment
    const { configFile } = environment
    yield* registerToken(environment)

    const text = Effect.provide(readConfigText(configFile), files)
    const examine = (text: string) =>
      settingsOfText(configFile, text).pipe(
        Effect.provide(files),
        Effect.flatMap((read) => examined(configFile, read, rule(read.config))),
        Effect.tap(({ config }) => Effect.provideService(registerSettings(config), Secrets, secrets))
      )
    const readFile = Effect.flatMap(text, examine).pipe(
      Effect.tap(({ warnings }) => Effect.forEach(warnings, (warning) => Effect.logWarning(warning)))
    )

    const newLive = (read: ReadConfig) => ({ read, replaced: Deferred.unsafeMake<void>(FiberId.none) })
    let live = newLive(yield* readFile)
    let fault: InvalidConfig | null = null
    const snapshot = () => live.read.config
    return {
      current: Effect.sync(snapshot),
      snapshot,
      reload: Effect.mapBoth(readFile, {
        onFailure: (refused) => fault = refused,
        onSuccess: (next): Reloaded => {
          const { read, replaced } = live
          const { config, unknownKeys } = next
          fault = null
          live = newLive(next)
          Deferred.unsafeDone(replaced, Effect.void)
          return { previous: read.config, current: config, changedKeys: changedKeys(read, next), unknownKeys }
        }
      }),
      replaced: Effect.suspend(() => Deferred.await(live.replaced)),
      text,
      examine,
      fault: Effect.sync(() => fault)
    }
  })
)
