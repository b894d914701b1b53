import { Cause, Effect, Exit, Layer, Scope } from "effect"
import { Database } from "../src/Database.ts"
import { SteadyInterval } from "../src/Database/SteadyClock.ts"
import { ForeignWritePoll } from "../src/Ledger.ts"
import { OutboxPollInterval } from "../src/Notifier.ts"
import { WallClockWatch } from "../src/Scheduler.ts"
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
  /** Interval at which it reads the wall clock (milliseconds): long, so that a day costs few wake-ups. */
  readonly watch: number
  /** Called with each log line of level error. */
  readonly onError: (line: string) => void
  readonly seeds: ReadonlyArray<number>
}

const outboxPoll = "1 hour"
/** The service polls for foreign writes once in this many intervals of the wall clock. */
export const watchesPerPoll = 10

/** How many tasks count as a round. */
const tasksPerRound = 3

/** The queue, where a process that never comes to rest ends the run instead of hanging it. */
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
        Effect.provideService(OutboxPollInterval, outboxPoll),
        Effect.provideService(SteadyInterval, outboxPoll)
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
    /** Why the service could not start; undefined where it did, or still waits. */
    startFailure: (): string | undefined => {
      const exit = built.unsafePoll()
      return exit !== null && Exit.isFailure(exit) ? Cause.pretty(exit.cause) : undefined
    },
    /** Runs fibers until all of them wait for a timer or a request. */
    settle: (limit?: number) => queue.drain(limit),
    put: entrance({ built, queue, run, scope }),
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
