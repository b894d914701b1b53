#!/usr/bin/env node
import { NodeContext, NodeHttpClient, NodeRuntime } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { isMainThread } from "node:worker_threads"
import * as Alarm from "./Alarm.ts"
import * as AlarmChannel from "./Alarm/AlarmChannel.ts"
import * as BackupThread from "./Backup/BackupThread.ts"
import * as ChatSettings from "./Chat/ChatSettings.ts"
import * as ConfiguredBot from "./Chat/ConfiguredBot.ts"
import { run } from "./Cli.ts"
import * as Clock from "./Clock.ts"
import * as Config from "./Config.ts"
import * as Environment from "./Config/Environment.ts"
import * as Served from "./Database/Served.ts"
import * as Http from "./Http.ts"
import * as Listener from "./Http/Wire/Listener.ts"
import * as Logging from "./Logging.ts"
import * as Secrets from "./Logging/Secrets.ts"
import * as Notifier from "./Notifier.ts"
import * as Service from "./Service.ts"
import { greet, reportFailure } from "./Startup.ts"
import * as Telemetry from "./Telemetry.ts"

const logging = Layer.unwrapEffect(
  Effect.map(Environment.Environment,
    ({ logFile, logLevel, zone }) => Logging.layer({ file: logFile, level: logLevel, zone, stderrIsTerminal: process.stderr.isTTY }))
)

const database = Layer.unwrapEffect(Effect.map(Environment.Environment, ({ databaseUrl }) => Served.layer(databaseUrl)))

const chatBot = Layer.provide(ConfiguredBot.layer, [ChatSettings.layer, NodeHttpClient.layer])

const alarm = Layer.provide(Alarm.layer, Layer.provide(AlarmChannel.layer, NodeHttpClient.layer))

/**
 * Built last, so closed first: no message is started while requests finish, or their times would add up. The message in
 * flight finishes at the same time as they do, 10 s after the signal at the latest.
 */
const quiesceFirst = Layer.scopedDiscard(Effect.flatMap(Notifier.Notifier, ({ quiesce }) => Effect.addFinalizer(() => quiesce)))

const program = Layer.effectDiscard(greet).pipe(
  Layer.provideMerge(quiesceFirst),
  Layer.provideMerge(Layer.merge(Http.layer, alarm)),
  Layer.provideMerge(Layer.provide(Service.layer, BackupThread.layer(new URL(import.meta.url)))),
  Layer.provideMerge(Listener.layer),
  Layer.provideMerge(Layer.merge(database, chatBot)),
  Layer.provideMerge(Layer.merge(Config.layer, Clock.layer)),
  Layer.provideMerge(Telemetry.layer),
  Layer.provideMerge(logging),
  Layer.provideMerge(Layer.merge(Environment.layer, Secrets.layer)),
  Layer.provideMerge(NodeContext.layer)
)

const serve = Effect.tapErrorCause(Layer.launch(program), reportFailure)

// Without a command it is the service alone, and no command is built.
const [command = "serve", ...rest] = process.argv.slice(2)
if (!isMainThread) {
  await BackupThread.runJob()
} else if (command === "serve" && rest.length === 0) {
  NodeRuntime.runMain(serve, { disablePrettyLogger: true, disableErrorReporting: true })
} else {
  run(serve)
}
