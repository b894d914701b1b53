import type { FileSystem } from "@effect/platform"
import { Context, Effect, Layer, MutableRef, Option } from "effect"
import { readConfigFile } from "./Config/ConfigFile.ts"
import { Environment } from "./Config/Environment.ts"
import type { InvalidConfig } from "./Config/InvalidConfig.ts"
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
  /** The same for code that is not an effect. */
  readonly snapshot: () => ShopConfig
  /** Reads the whole file again. If it has a fault, the settings do not change; else they are replaced by `apply`. */
  readonly read: Effect.Effect<{ readonly apply: Effect.Effect<Reloaded> }, InvalidConfig>
  /** Both at once. */
  readonly reload: Effect.Effect<Reloaded, InvalidConfig>
  /** Why the file was refused when it was last read; null once the file is without a fault again. */
  readonly fault: Effect.Effect<InvalidConfig | null>
}>() {}

/** The settings of `CONFIG_FILE`; a fault in it ends the start. */
export const layer: Layer.Layer<Config, InvalidConfig, Environment | FileSystem.FileSystem | Secrets> = Layer.effect(
  Config,
  Effect.gen(function*() {
    const files = yield* Effect.context<FileSystem.FileSystem>()
    const secrets = yield* Secrets
    const { adminToken, configFile } = yield* Environment
    yield* Effect.forEach(Option.toArray(adminToken), secrets.register)

    const readFile = readConfigFile(configFile).pipe(
      Effect.provide(files),
      Effect.tap(({ config: { alertWebhookUrl, chatSecret, webhookUrl } }) =>
        Effect.zipRight(secrets.register(chatSecret), Effect.forEach([webhookUrl, alertWebhookUrl], secrets.registerAddress))
      ),
      Effect.tap(({ warnings }) => Effect.forEach(warnings, (warning) => Effect.logWarning(warning)))
    )

    const live = MutableRef.make(yield* readFile)
    let fault: InvalidConfig | null = null
    const snapshot = () => MutableRef.get(live).config
    const apply = (next: ReadConfig) =>
      Effect.sync(() => {
        const previous = MutableRef.get(live)
        MutableRef.set(live, next)
        return { previous: previous.config, current: next.config, changedKeys: changedKeys(previous, next) }
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
