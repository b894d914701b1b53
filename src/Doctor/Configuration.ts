import type { FileSystem } from "@effect/platform"
import { Effect, Either, Option, Redacted } from "effect"
import { chatFindings } from "../Chat/ChatFindings.ts"
import { faultAt, saying } from "../Codes/Fault.ts"
import { examined } from "../Config.ts"
import { weaknessOf } from "../Config/AdminToken.ts"
import { readConfigFile } from "../Config/ConfigFile.ts"
import * as Environment from "../Config/Environment.ts"
import type { ConfigFault, InvalidConfig } from "../Config/InvalidConfig.ts"
import { hasGroup, type ShopConfig } from "../Config/ShopConfig.ts"
import * as DatabaseUrl from "../Database/DatabaseUrl.ts"
import { formatTime } from "../Domain/TimeOfDay.ts"

/** Environment and configuration file, with the faults of both. */
export interface Configuration {
  readonly file: string
  readonly environment: typeof Environment.Environment.Service | undefined
  readonly settings: ShopConfig | undefined
  readonly faults: ReadonlyArray<ConfigFault>
  readonly warnings: ReadonlyArray<string>
}

const databaseFaults = (environment: typeof Environment.Environment.Service | undefined): ReadonlyArray<ConfigFault> =>
  environment === undefined ? [] : Either.match(DatabaseUrl.parse(environment.databaseUrl), {
    onLeft: (message) => [
      { origin: "environment", ...faultAt("DATABASE_URL", saying("address", message.replace(/^DATABASE_URL: /, ""))) }
    ],
    onRight: () => []
  })

const faultsOf = (either: Either.Either<unknown, InvalidConfig>): ReadonlyArray<ConfigFault> =>
  Either.isLeft(either) ? either.left.faults : []

export const checkConfiguration: Effect.Effect<Configuration, never, FileSystem.FileSystem> = Effect.gen(function*() {
  const environment = yield* Effect.either(Environment.read)
  const known = Either.getOrUndefined(environment)
  const file = known?.configFile ?? (process.env["CONFIG_FILE"] || "config.json")
  const read = yield* Effect.either(readConfigFile(file))
  const settings = Either.getOrUndefined(read)?.config
  const config = Either.flatMap(read, (right) => examined(file, right, chatFindings(right.config)))
  return {
    file,
    environment: known,
    settings,
    faults: [
      ...faultsOf(environment),
      ...databaseFaults(known),
      ...faultsOf(config)
    ],
    warnings: [
      ...(known?.warnings ?? []),
      ...Option.toArray(Option.flatMap(known?.adminToken ?? Option.none(), (token) => Option.fromNullable(weaknessOf(token)))),
      ...Either.match(config, { onLeft: () => [], onRight: ({ warnings }) => warnings })
    ]
  }
})

/** A short summary of the settings, without secrets. */
export const inWords = (settings: ShopConfig): string => {
  const messages = hasGroup(settings)
    ? `sent${Redacted.value(settings.chatSecret) === "" ? "" : ", signed"}`
    : "printed"
  const reminder = settings.remindMinutes === 0 ? "" : `, reminder ${settings.remindMinutes} min before`
  const links = settings.publicUrl === null ? "" : `, with links to ${settings.publicUrl}`
  return `${settings.shopName}, cutoff ${formatTime(settings.cutoff)}${reminder}, messages ${messages}${links}`
}
