import { HttpClient } from "@effect/platform"
import { type SqlClient } from "@effect/sql"
import { Cause, Context, Effect, Exit, type Fiber, FiberRef, HashSet, Layer, Logger, LogLevel, Option, Random, Scope } from "effect"
import * as ChatSettings from "../src/Chat/ChatSettings.ts"
import * as ConfiguredBot from "../src/Chat/ConfiguredBot.ts"
import * as Clock from "../src/Clock.ts"
import * as EventLoop from "../src/Concurrency/EventLoop.ts"
import * as Config from "../src/Config.ts"
import { Environment, fromVariables } from "../src/Config/Environment.ts"
import { Database } from "../src/Database.ts"
import { StandingInterval } from "../src/Http/Access/Standing.ts"
import { CommentInterval } from "../src/Http/Handlers/EventStreams.ts"
import { ForeignWritePoll } from "../src/Ledger.ts"
import { LogTail } from "../src/Logging.ts"
import * as Secrets from "../src/Logging/Secrets.ts"
import { OutboxPollInterval } from "../src/Notifier.ts"
import { HeartbeatInterval, WallClockWatch } from "../src/Scheduler.ts"
import * as Service from "../src/Service.ts"
import { filesInMemory } from "../test/lib/FilesInMemory.ts"
import { dice } from "./Dice.ts"
import { type Answer, type Call, exchange } from "./Exchange.ts"
import * as Port from "./Port.ts"
import { taskQueue } from "./TaskQueue.ts"
import type { VirtualClock } from "./VirtualClock.ts"

export const adminToken = "simulated-token-0123456789"

export interface ShopOptions {
  readonly clock: VirtualClock
  readonly databaseUrl: string
  readonly zone: string
  /** Interval at which it reads the wall clock (milliseconds): long, so that a day costs few wake-ups. */
  readonly watch: number
  /** The text of `config.json` at the time of the read. */
  readonly configText: () => string
  /** The file to be imported at start. */
  readonly importText: string | undefined
  readonly httpClient: HttpClient.HttpClient
  /** Called with each log line of level error. */
  readonly onError: (line: string) => void
  readonly seeds: ReadonlyArray<number>
}

const outboxPoll = "1 hour"
/** No checked promise depends on the pages' ticks; at the real interval they would be nine of ten wake-ups. */
const heartbeat = "6 hours"
/** The service polls for foreign writes once in this many intervals of the wall clock. */
export const watchesPerPoll = 10

/** Provides time, randomness, the logger, the event loop and the intervals. */
const grounded = (options: ShopOptions) => {
  const logger = Logger.make(({ cause, message }) =>
    options.onError(`${String(message)} ${Cause.isEmpty(cause) ? "" : Cause.pretty(cause)}`)
  )
  const random = Random.make(options.seeds.join("."))
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    effect.pipe(
      Effect.provideService(WallClockWatch, options.watch),
      Effect.provideService(ForeignWritePoll, options.watch * watchesPerPoll),
      Effect.provideService(OutboxPollInterval, outboxPoll),
      Effect.provideService(HeartbeatInterval, heartbeat),
      Effect.provideService(CommentInterval, heartbeat),
      Effect.provideService(StandingInterval, heartbeat),
      // The next iteration of the event loop is the next task of the simulation's queue. Each process has its own slices:
      // the fibers of a killed one never release theirs.
      Effect.provideService(EventLoop.EventLoop, EventLoop.make(Effect.yieldNow())),
      // No exporter reads spans here.
      Effect.withTracerEnabled(false),
      Effect.withRandom(random),
      Effect.withClock(options.clock.clock),
      Logger.withMinimumLogLevel(LogLevel.Error),
      Effect.locally(FiberRef.currentLoggers, HashSet.make(logger))
    )
}

const serviceLayer = (options: ShopOptions, database: Context.Context<Database | SqlClient.SqlClient>) => {
  const files = filesInMemory((path) => path.endsWith(".json") ? options.configText() : options.importText)
  const environment = Layer.effect(Environment, fromVariables({
    ADMIN_TOKEN: adminToken,
    TZ: options.zone,
    ...(options.importText === undefined ? {} : { AUTO_IMPORT_ON_START: "1" })
  }))
  const chatBot = Layer.provide(ConfiguredBot.layer, [ChatSettings.layer, Layer.succeed(HttpClient.HttpClient, options.httpClient)])
  return Port.readyLayer.pipe(
    Layer.provideMerge(Service.layer),
    Layer.provideMerge(Layer.merge(Layer.succeedContext(database), chatBot)),
    Layer.provideMerge(Layer.merge(Config.layer, Clock.layer)),
    Layer.provideMerge(Layer.mergeAll(environment, files, Secrets.layer, Layer.succeed(LogTail, { tail: () => Effect.succeed([]) })))
  )
}

const finished = <A, E>(fiber: Fiber.RuntimeFiber<A, E>): A => {
  const exit = fiber.unsafePoll()
  if (exit === null) throw new Error("expected the effect to finish without waiting, found it suspended")
  if (Exit.isSuccess(exit)) return exit.value
  throw new Error(Cause.pretty(exit.cause))
}

/** One process of the service, from its start to its end. */
export const open = (options: ShopOptions) => {
  const queue = taskQueue(dice(...options.seeds, 1))
  const onGround = grounded(options)
  const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runFork(onGround(effect), { scheduler: queue.scheduler })

  const databaseScope = Effect.runSync(Scope.make())
  const databaseBuilt = run(Layer.buildWithScope(Database.layer(options.databaseUrl), databaseScope))
  queue.drain()
  const database = finished(databaseBuilt)

  const scope = Effect.runSync(Scope.make())
  const built = run(Layer.buildWithScope(serviceLayer(options, database), scope))

  const once = <A>(build: () => A): () => A => {
    let built: Option.Option<A> = Option.none()
    return () => {
      if (Option.isNone(built)) built = Option.some(build())
      return Option.getOrThrow(built)
    }
  }
  const port = once(() => {
    const layer = Layer.provide(Port.layer, Layer.succeedContext(finished(built)))
    const fiber = run(Layer.buildWithScope(layer, scope))
    queue.drain()
    return Context.get(finished(fiber), Port.Port)
  })
  const listener = once(() => Effect.runSync(Effect.provide(Port.listener(port), finished(built))))

  return {
    /** Why the service could not start; undefined where it did, or still waits. */
    startFailure: (): string | undefined => {
      const exit = built.unsafePoll()
      return exit !== null && Exit.isFailure(exit) ? Cause.pretty(exit.cause) : undefined
    },
    /** Runs fibers until all of them wait for a timer or a request. */
    settle: (limit?: number) => queue.drain(limit),
    put: (call: Call, done: (answer: Answer) => void) => exchange(listener(), call, (task) => queue.scheduler.scheduleTask(task, 0), done),
    /** SIGTERM: the fiber ends when the process would exit. Call `kill` afterwards. */
    stop: () => run(Scope.close(scope, Exit.void)),
    /** SIGKILL: no fiber runs again, and the files are closed as the operating system would. */
    kill: () => {
      queue.kill()
      options.clock.forget()
      finished(run(Scope.close(databaseScope, Exit.void)))
    }
  }
}

export type Shop = ReturnType<typeof open>
