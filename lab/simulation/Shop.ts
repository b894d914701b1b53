import { Cause, Effect, Exit, Layer, Scope } from "effect"
import { Database } from "../../src/Database.ts"
import { ForeignWritePoll } from "../../src/Ledger.ts"
import { OutboxPollInterval } from "../../src/Notifier.ts"
import { WallClockWatch } from "../../src/Scheduler.ts"
import { dice } from "./Dice.ts"
import { entrance, finished } from "./Entrance.ts"
import { grounded } from "./Ground.ts"
import { rest } from "./Rest.ts"
import { serviceLayer, type ServiceOptions } from "./ServiceLayer.ts"
import { type TaskQueue, taskQueue } from "./TaskQueue.ts"
import type { VirtualClock } from "./VirtualClock.ts"

export interface ShopOptions extends ServiceOptions {
  readonly clock: VirtualClock
  readonly databaseUrl: string
  /** How often the process reads the wall clock (milliseconds). Seldom, so that a simulated day has few wake-ups. */
  readonly watch: number
  /** Called with each log line of level error. */
  readonly onError: (line: string) => void
  readonly seeds: ReadonlyArray<number>
}

const outboxPoll = "1 hour"
/** The service polls for other programs' writes once per this many readings of the wall clock. */
export const watchesPerPoll = 10

/** How many tasks make one round. */
const tasksPerRound = 3

/** A queue that makes the run fail if a process never comes to rest; otherwise the run would hang. */
const bounded = (queue: TaskQueue, now: () => number): TaskQueue => {
  const judge = rest(now, () => "the service")
  return {
    ...queue,
    drain: (limit = Infinity) => {
      let count = 0
      while (count < limit && queue.waiting() > 0) {
        count += queue.drain(Math.min(tasksPerRound, limit - count))
        judge(queue)
      }
      return count
    }
  }
}

/** One process of the service, from its start to its end. */
export const open = (options: ShopOptions) => {
  const queue = bounded(taskQueue(dice(...options.seeds, 1)), options.clock.real)
  const onGround = grounded({ clock: options.clock.clock, onError: options.onError, seeds: options.seeds })
  const run = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.runFork(
      onGround(effect).pipe(
        Effect.provideService(WallClockWatch, options.watch),
        Effect.provideService(ForeignWritePoll, options.watch * watchesPerPoll),
        Effect.provideService(OutboxPollInterval, outboxPoll)
      ),
      { scheduler: queue.scheduler }
    )

  const databaseScope = Effect.runSync(Scope.make())
  const databaseBuilt = run(Layer.buildWithScope(Database.layer(options.databaseUrl), databaseScope))
  queue.drain()
  const database = finished(databaseBuilt)

  const scope = Effect.runSync(Scope.make())
  const built = run(Layer.buildWithScope(serviceLayer(options, Layer.succeedContext(database)), scope))

  return {
    /** Why the service could not start; undefined if it did, or is still starting. */
    startFailure: (): string | undefined => {
      const exit = built.unsafePoll()
      return exit !== null && Exit.isFailure(exit) ? Cause.pretty(exit.cause) : undefined
    },
    /** Runs fibers until all of them wait for a timer or a request. */
    settle: (limit?: number) => queue.drain(limit),
    put: entrance({ built, queue, run, scope }),
    /** SIGTERM. The fiber ends when the process would exit; call `kill` afterwards. */
    stop: () => run(Scope.close(scope, Exit.void)),
    /** SIGKILL. No fiber runs again, and the files are closed, as the operating system does. */
    kill: () => {
      queue.kill()
      options.clock.forget()
      finished(run(Scope.close(databaseScope, Exit.void)))
    }
  }
}

export type Shop = ReturnType<typeof open>
