#!/usr/bin/env node
import { NodeContext, NodeHttpClient, NodeRuntime } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { isMainThread } from "node:worker_threads"
import * as Alarm from "./Alarm.ts"
import * as AlarmChannel from "./Alarm/AlarmChannel.ts"
import * as BackupThread from "./Backup/BackupThread.ts"
import * as BackupFolder from "./Backup/Folder.ts"
import * as ChatSettings from "./Chat/ChatSettings.ts"
import * as ConfiguredBot from "./Chat/ConfiguredBot.ts"
import { run } from "./Cli.ts"
import * as Clock from "./Clock.ts"
import * as ClockWatch from "./Clock/ClockWatch.ts"
import { closedWithin } from "./Concurrency/Closing.ts"
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
import { ignoreRepeatedSignals } from "./Startup/RepeatedSignal.ts"
import * as Telemetry from "./Telemetry.ts"

const logging = Layer.unwrapEffect(
  Effect.map(Environment.Environment,
    ({ logFile, logLevel, zone }) => Logging.layer({ file: logFile, level: logLevel, zone, stderrIsTerminal: process.stderr.isTTY }))
)

const database = Layer.unwrapEffect(Effect.map(Environment.Environment, ({ databaseUrl }) => Served.layer(databaseUrl)))

const chatBot = Layer.provide(ConfiguredBot.layer, [ChatSettings.layer, NodeHttpClient.layer])

const alarm = Layer.provide(Alarm.layer, Layer.provide(AlarmChannel.layer, NodeHttpClient.layer))

/**
 * Built last, so closed first. No message begins while requests finish, or the two waits would add up. The message in flight
 * finishes at the same time as the requests.
 */
const quiesceFirst = Layer.scopedDiscard(Effect.flatMap(Notifier.Notifier, ({ quiesce }) => Effect.addFinalizer(() => quiesce)))

/** Everything that may wait for clients, the bot or the database. */
const serving = Layer.effectDiscard(greet).pipe(
  Layer.provideMerge(quiesceFirst),
  Layer.provideMerge(Layer.merge(Http.layer, alarm)),
  Layer.provideMerge(Layer.provide(Service.layer, BackupThread.layer(new URL(import.meta.url))))
)

/** A stop takes 10 s at most. If `serving` still waits after 8.5 s, there is time to release the lease. */
const program = closedWithin("8.5 seconds")(serving).pipe(
  Layer.provideMerge(Listener.layer),
  Layer.provideMerge(Layer.merge(database, chatBot)),
  Layer.provideMerge(Layer.mergeAll(Layer.provide(Config.layer, BackupFolder.layer), Clock.layer, ClockWatch.layer)),
  Layer.provideMerge(Telemetry.layer),
  closedWithin("9.8 seconds"),
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
  ignoreRepeatedSignals()
  NodeRuntime.runMain(serve, { disablePrettyLogger: true, disableErrorReporting: true })
} else {
  run(serve)
}
