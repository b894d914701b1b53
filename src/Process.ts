import { NodeFileSystem } from "@effect/platform-node"
import { Effect, FiberRef, Layer } from "effect"
import * as BackupThread from "./Backup/BackupThread.ts"
import * as ClockWatch from "./Clock/ClockWatch.ts"
import { closedWithin } from "./Concurrency/Deadline.ts"
import * as Environment from "./Config/Environment.ts"
import { Database } from "./Database.ts"
import { DatabaseUnavailable } from "./Database/DatabaseUnavailable.ts"
import * as Http from "./Http.ts"
import * as Listener from "./Http/Wire/Listener.ts"
import * as TableReader from "./Import/TableReader.ts"
import * as Logging from "./Logging.ts"
import * as Secrets from "./Logging/Secrets.ts"
import * as Notifier from "./Notifier.ts"
import * as Shop from "./Shop.ts"
import { greet, reportFailure } from "./Startup.ts"
import * as Telemetry from "./Telemetry.ts"

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

/** A file is locked at once, so its port is taken at once. */
const portIsFree = Layer.effectDiscard(
  Effect.flatMap(Environment.Environment, ({ databaseUrl }) => /^postgres/i.test(databaseUrl) ? Listener.probe : Effect.void)
)

/**
 * A process whose connection to a server's database has ended has no lock any more, and what it knows may be old: it stops
 * everything, and begins again as one that waits.
 */
const untilLost = Effect.flatMap(Database,
  ({ lost }) =>
    Effect.tapError(lost, ({ message }) => Effect.annotateLogs(Effect.logError(`${message}: begins again`), { service: "database" })))

/** A scope that closes within a time is closed in a fiber of its own, which leaves its loggers in the fiber that begins again. */
const withOwnLoggers = <A, E, R>(run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(FiberRef.get(FiberRef.currentLoggers), (loggers) => Effect.locally(run, FiberRef.currentLoggers, loggers))

/**
 * The process that serves the shop until it is stopped. `program` is the file with which threads start. A stop takes at most 10 s:
 * if `serving` still waits after 8.5 s, there is time left to close the database, which frees its lock.
 */
export const serve = (program: URL) =>
  closedWithin("8.5 seconds")(serving(program)).pipe(
    Layer.provideMerge(Listener.layer),
    Layer.provideMerge(Shop.edges),
    Layer.provideMerge(portIsFree),
    Layer.provideMerge(Layer.merge(Telemetry.layer, ClockWatch.layer)),
    closedWithin("9.8 seconds"),
    Layer.provideMerge(logging),
    Layer.provideMerge(Layer.merge(Environment.layer, Secrets.layer)),
    Layer.provideMerge(NodeFileSystem.layer),
    (layers) => withOwnLoggers(Effect.provide(untilLost, layers)),
    Effect.retry({ while: (error) => error instanceof DatabaseUnavailable && error.isLost === true }),
    Effect.tapErrorCause(reportFailure)
  )
