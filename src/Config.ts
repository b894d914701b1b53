import { FileSystem } from "@effect/platform"
import { Context, Effect, Layer, Ref } from "effect"
import { basename } from "node:path"
import { Environment } from "./Config/Environment.ts"
import { InvalidConfig } from "./Config/InvalidConfig.ts"
import { changedKeys, parse, type ShopConfig } from "./Config/ShopConfig.ts"

/** What a reload replaced, and by what. */
export interface Reloaded {
  readonly previous: ShopConfig
  readonly current: ShopConfig
  /** The file's keys whose value is another one now. */
  readonly changedKeys: ReadonlyArray<string>
}

/** The shop's settings: one live value, replaced whole or not at all. */
export class Config extends Context.Tag("Config")<Config, {
  readonly current: Effect.Effect<ShopConfig>
  /** Reads the whole file again. Where it has a fault, the settings stay as they were. */
  readonly reload: Effect.Effect<Reloaded, InvalidConfig>
}>() {}

/** The settings of `CONFIG_FILE`; a fault in it ends the start. */
export const layer: Layer.Layer<Config, InvalidConfig, Environment | FileSystem.FileSystem> = Layer.effect(
  Config,
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const { configFile } = yield* Environment
    const origin = basename(configFile)

    const read = files.readFileString(configFile).pipe(
      Effect.mapError((error) =>
        new InvalidConfig({
          faults: [{ origin, field: "", message: `expected a readable file, got ${error._tag === "SystemError" ? error.reason : error._tag}` }]
        })
      ),
      Effect.flatMap((text) => parse(origin, text)),
      Effect.tap(({ warnings }) => Effect.forEach(warnings, (warning) => Effect.logWarning(warning)))
    )

    const live = yield* Ref.make(yield* read)
    return {
      current: Effect.map(Ref.get(live), ({ config }) => config),
      reload: Effect.gen(function*() {
        const next = yield* read
        const previous = yield* Ref.getAndSet(live, next)
        return { previous: previous.config, current: next.config, changedKeys: changedKeys(previous, next) }
      })
    }
  })
)
