import { NodeFileSystem } from "@effect/platform-node"
import { Effect, Fiber, Layer } from "effect"
import * as BackupThread from "./Backup/BackupThread.ts"
import * as ClockWatch from "./Clock/ClockWatch.ts"
import { closedWithin } from "./Concurrency/Deadline.ts"
import { Config } from "./Config.ts"
import * as Environment from "./Config/Environment.ts"
import { Database } from "./Database.ts"
import { DatabaseUnavailable } from "./Database/DatabaseUnavailable.ts"
import { isOfServer } from "./Database/DatabaseUrl.ts"
import { type ServingProcess, startOf } from "./Database/ServingProcess.ts"
import * as Checkpoint from "./Database/Sqlite/Checkpoint.ts"
import * as Http from "./Http.ts"
import { FirstSetup, ShopSetUp } from "./Http/Access/FirstSetup.ts"
import * as Listener from "./Http/Wire/Listener.ts"
import * as TableReader from "./Import/TableReader.ts"
import * as Logging from "./Logging.ts"
import * as Secrets from "./Logging/Secrets.ts"
import * as Notifier from "./Notifier.ts"
import * as Shop from "./Shop.ts"
import { greet, reportFailure } from "./Startup.ts"

const logging = Layer.unwrapEffect(Effect.gen(function*() {
  const { logFile, logLevel, zone } = yield* Environment.Environment
  return Logging.layer({ file: logFile, level: logLevel, zone, stderrIsTerminal: process.stderr.isTTY })
}))

/**
 * Built last, so it is closed first: no further message begins while requests finish, so that the message in flight and the
 * requests finish at the same time.
 */
const quiesceFirst = Layer.scopedDiscard(Effect.flatMap(Notifier.Notifier, ({ quiesce }) => Effect.addFinalizer(() => quiesce)))

/** The layers whose stop may wait for clients, the bot or the database. */
const serving = (program: URL) =>
  Layer.effectDiscard(greet).pipe(
    Layer.provideMerge(quiesceFirst),
    Layer.provideMerge(Layer.merge(Http.layer, Shop.alarm)),
    Layer.provideMerge(Layer.provide(Shop.layer, BackupThread.layer(program))),
    Layer.provideMerge(TableReader.layer(new URL("tables.mjs", program)))
  )

/** A process that waits for a server's lock takes its port later. That of a file takes it at once. */
const portIsFree = Layer.effectDiscard(
  Effect.flatMap(Environment.Environment, ({ databaseUrl }) => isOfServer(databaseUrl) ? Listener.probe : Effect.void)
)

/**
 * A process whose connection to a server's database has ended has no lock any more, and what it knows may be old: it stops
 * everything, and begins again as one that waits.
 */
const untilLost = Effect.flatMap(Database,
  ({ lost }) =>
    Effect.tapError(lost, ({ message }) => Effect.annotateLogs(Effect.logError(`${message}: begins again`), { service: "database" })))

/** Fails once the shop has been set up in the browser: the process starts again and reads the files that were written. */
const untilSetUp = Effect.flatMap(FirstSetup, ({ ended }) => ended)

/** What is built again where a process begins again. `program` is the file with which threads start. */
const service = (program: URL, process: ServingProcess) =>
  closedWithin("8.5 seconds")(serving(program)).pipe(
    Layer.provideMerge(Listener.layer),
    Layer.provideMerge(Layer.provide(Shop.edges(process), Checkpoint.layer(program))),
    Layer.provideMerge(portIsFree),
    Layer.provideMerge(Layer.merge(Layer.setTracerEnabled(false), ClockWatch.layer)),
    closedWithin("9.8 seconds")
  )

/** A process that has waited reads the settings again: they may have changed since, and the process before it has reloaded them. */
const settingsAgain = Effect.flatMap(Config,
  ({ reload }) =>
    Effect.tap(reload, ({ changedKeys }) =>
      Effect.annotateLogs(Effect.logInfo("settings read again before serving"), { service: "config", changed_keys: changedKeys })))

/** Begins again as the process was at its start: in a fiber of its own, without the loggers of the time before. */
const afresh = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.fork(work).pipe(
    Effect.flatMap((fiber) => Effect.onInterrupt(Fiber.await(fiber), () => Fiber.interrupt(fiber))),
    Effect.flatten,
    Effect.retry({ while: (error) => error instanceof ShopSetUp })
  )

/**
 * The process that serves the shop until it is stopped. A stop takes at most 10 s: if `serving` still waits after 8.5 s, there is time
 * left to close the database, which frees its lock.
 */
export const serve = (program: URL) =>
  Effect.flatMap(Effect.context<Config>(), (context) => {
    const process = startOf(Effect.provide(settingsAgain, context))
    return Effect.retry(Effect.suspend(() => Effect.provide(Effect.raceFirst(untilLost, untilSetUp), service(program, process))), {
      while: (error) => error instanceof DatabaseUnavailable && error.isLost === true
    })
  }).pipe(
    Effect.provide(Shop.settings.pipe(
      Layer.provideMerge(logging),
      Layer.provideMerge(Layer.merge(Environment.layer, Secrets.layer)),
      Layer.provideMerge(NodeFileSystem.layer)
    )),
    afresh,
    Effect.tapErrorCause(reportFailure)
  )
