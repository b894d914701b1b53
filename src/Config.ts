import type { FileSystem } from "@effect/platform"
import { Context, Effect, Layer, MutableRef, Option } from "effect"
import { basename } from "node:path"
import type { Fault } from "./Codes/Fault.ts"
import { readConfigFile } from "./Config/ConfigFile.ts"
import { ProcessSettings, ShopPlace } from "./Config/Environment.ts"
import { InvalidConfig } from "./Config/InvalidConfig.ts"
import { changedKeys, type ReadConfig, type ShopConfig } from "./Config/ShopConfig.ts"
import { Secrets } from "./Logging/Secrets.ts"

/** The settings before and after a reload. */
export interface Reloaded {
  readonly previous: ShopConfig
  readonly current: ShopConfig
  /** The keys of the file whose value has changed. */
  readonly changedKeys: ReadonlyArray<string>
}

/** The shop's settings: one live value, replaced whole or not at all. */
export class Config extends Context.Tag("Config")<Config, {
  readonly current: Effect.Effect<ShopConfig>
  /** The same for code outside of effects. */
  readonly snapshot: () => ShopConfig
  /** Reads the whole file again. If it has a fault, the settings do not change; otherwise `apply` replaces them. */
  readonly read: Effect.Effect<{ readonly apply: Effect.Effect<Reloaded> }, InvalidConfig>
  /** Reads the file and applies it. */
  readonly reload: Effect.Effect<Reloaded, InvalidConfig>
  /** Why the file was refused when it was last read; null if it was accepted. */
  readonly fault: Effect.Effect<InvalidConfig | null>
}>() {}

/** Further checks of the settings, by rooms above this one. They run at start and on each reload. */
export class SettingsRule extends Context.Reference<SettingsRule>()("SettingsRule", {
  defaultValue: (): (config: ShopConfig) => ReadonlyArray<Fault> => () => []
}) {}

/** No output may show the admin token from now on. */
export const registerToken = ({ adminToken }: typeof ProcessSettings.Service) =>
  Effect.flatMap(Secrets, ({ register }) => Effect.forEach(Option.toArray(adminToken), register))

/** Nor these settings. */
export const registerSettings = ({ alertWebhookUrl, chatSecret, webhookUrl }: ShopConfig) =>
  Effect.flatMap(Secrets, ({ register, registerAddress }) =>
    Effect.zipRight(register(chatSecret), Effect.forEach([webhookUrl, alertWebhookUrl], registerAddress)))

/** The settings of `CONFIG_FILE`; a fault in it ends the start. */
export const layer: Layer.Layer<Config, InvalidConfig, ProcessSettings | ShopPlace | FileSystem.FileSystem | Secrets> = Layer.effect(
  Config,
  Effect.gen(function*() {
    const files = yield* Effect.context<FileSystem.FileSystem>()
    const secrets = yield* Secrets
    const faultsIn = yield* SettingsRule
    const { configFile } = yield* ShopPlace
    yield* registerToken(yield* ProcessSettings)

    const readFile = readConfigFile(configFile).pipe(
      Effect.provide(files),
      Effect.tap(({ config }) => {
        const faults = faultsIn(config).map((fault) => ({ origin: basename(configFile), ...fault }))
        return faults.length === 0 ? Effect.void : new InvalidConfig({ faults })
      }),
      Effect.tap(({ config }) => Effect.provideService(registerSettings(config), Secrets, secrets)),
      Effect.tap(({ warnings }) => Effect.forEach(warnings, (warning) => Effect.logWarning(warning)))
    )

    const live = MutableRef.make(yield* readFile)
    let fault: InvalidConfig | null = null
    const snapshot = () => MutableRef.get(live).config
    const apply = (next: ReadConfig) =>
      Effect.sync(() => {
        const previous = MutableRef.get(live)
        const reloaded = { previous: previous.config, current: next.config, changedKeys: changedKeys(previous, next) }
        MutableRef.set(live, next)
        return reloaded
      })
    const read = Effect.mapBoth(readFile, {
      onFailure: (refused) => fault = refused,
      onSuccess: (next) => {
        fault = null
        return { apply: apply(next) }
      }
    })
    return {
      current: Effect.sync(snapshot),
      snapshot,
      read,
      reload: Effect.flatMap(read, ({ apply }) => apply),
      fault: Effect.sync(() => fault)
    }
  })
)
