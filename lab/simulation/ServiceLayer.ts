import { HttpClient } from "@effect/platform"
import type { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { chatSettings, configuredBots } from "../../src/Chat/ChatBot.ts"
import * as Clock from "../../src/Clock.ts"
import * as ClockWatch from "../../src/Clock/ClockWatch.ts"
import * as Config from "../../src/Config.ts"
import { fromVariables, layerOf } from "../../src/Config/Environment.ts"
import type { Database } from "../../src/Database.ts"
import type { Writer } from "../../src/Database/Write.ts"
import { LogTail } from "../../src/Logging.ts"
import * as Secrets from "../../src/Logging/Secrets.ts"
import * as Shop from "../../src/Shop.ts"
import * as Source from "../../src/Source.ts"
import { Programs } from "../../src/Source/Command.ts"
import type { Ended } from "../../src/Source/Program.ts"
import { filesInMemory } from "../../test/lib/FilesInMemory.ts"
import * as Port from "./Port.ts"

export const adminToken = "simulated-token-0123456789"

export interface ServiceOptions {
  readonly zone: string
  /** The text of `config.json` at the time of the read. */
  readonly configText: () => string
  /** The text of the file to import at start. */
  readonly importText: string | undefined
  readonly httpClient: HttpClient.HttpClient
  /** How programs that print a figure run. */
  readonly runProgram?: (environment: Readonly<Record<string, string>>) => Effect.Effect<Ended>
}

/** The service, with the simulation's own network, clock and files. */
export const serviceLayer = <E>(options: ServiceOptions, database: Layer.Layer<Database | SqlClient.SqlClient | Writer, E>) => {
  const files = filesInMemory((path) => path.endsWith(".json") ? options.configText() : options.importText)
  const environment = layerOf(fromVariables({
    ADMIN_TOKEN: adminToken,
    TZ: options.zone,
    ...(options.importText === undefined ? {} : { AUTO_IMPORT_ON_START: "1" })
  }))
  const httpClient = Layer.succeed(HttpClient.HttpClient, options.httpClient)
  const chatBot = Layer.provide(configuredBots, [chatSettings, httpClient])
  const { runProgram } = options
  const source = runProgram === undefined
    ? Source.layer
    : Layer.provide(Source.layer, Layer.succeed(Programs, { run: (_source, environment) => runProgram(environment) }))
  return Port.readyLayer.pipe(
    Layer.provideMerge(Shop.layer),
    Layer.provideMerge(Layer.mergeAll(database, chatBot, source)),
    // Its days begin before the release's year.
    Layer.provideMerge(Layer.succeed(Clock.EarliestTime, -Infinity)),
    Layer.provideMerge(Layer.mergeAll(Config.layer, Clock.layer, ClockWatch.layer)),
    Layer.provideMerge(Layer.mergeAll(environment, files, Secrets.layer, Layer.succeed(LogTail, { tail: () => Effect.succeed([]) })))
  )
}
