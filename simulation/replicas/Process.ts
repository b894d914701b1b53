import { Cause, Effect, Exit, Layer, Scope } from "effect"
import { Dialer } from "../../src/Database/Postgres/Client/Connect.ts"
import * as Served from "../../src/Database/Served.ts"
import { dice } from "../Dice.ts"
import { entrance } from "../Entrance.ts"
import { grounded } from "../Ground.ts"
import type { Server } from "../server/Server.ts"
import { serviceLayer, type ServiceOptions } from "../ServiceLayer.ts"
import { taskQueue } from "../TaskQueue.ts"
import type { VirtualClock } from "../VirtualClock.ts"
import { processClock } from "./ProcessClock.ts"

interface ProcessOptions extends ServiceOptions {
  readonly time: VirtualClock
  /** By how much its machine's wall clock is ahead. */
  readonly skew: number
  readonly server: Server
  readonly onError: (line: string) => void
  readonly seeds: ReadonlyArray<number>
}

const databaseUrl = "postgres://shop@model/shop?sslmode=disable"

/** One replica of the service on the modelled server, from its start to its end. */
export const open = (options: ProcessOptions) => {
  const queue = taskQueue(dice(...options.seeds, 1))
  const clock = processClock(options.time, options.skew)
  const network = options.server.client({ task: (work) => queue.scheduler.scheduleTask(work, 0), after: clock.after })
  const onGround = grounded({ clock: clock.clock, onError: options.onError, seeds: options.seeds })
  const run = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.runFork(Effect.provideService(onGround(effect), Dialer, network.dialer), { scheduler: queue.scheduler })
  const scope = Effect.runSync(Scope.make())
  const built = run(Layer.buildWithScope(serviceLayer(options, Served.layer(databaseUrl)), scope))
  let isPaused = false
  let stopping: ReturnType<typeof run> | undefined

  const end = (host: boolean) => {
    queue.kill()
    clock.forget()
    network.ended(host)
  }

  return {
    queue,
    network,
    wall: clock.wall,
    setAhead: clock.setAhead,
    put: entrance({ built, queue, run, scope }),
    isPaused: () => isPaused,
    isServing: () => !isPaused && stopping === undefined && built.unsafePoll()?._tag === "Success",
    /** Why it could not start; undefined if it did, or is still starting. */
    startFailure: (): string | undefined => {
      const exit = built.unsafePoll()
      return exit !== null && Exit.isFailure(exit) ? Cause.pretty(exit.cause) : undefined
    },
    /** SIGSTOP: time passes, and the process does nothing. */
    pause: () => {
      isPaused = true
      clock.pause()
    },
    /** SIGCONT. */
    wake: () => {
      isPaused = false
      clock.wake()
    },
    /** SIGTERM. */
    stop: () => {
      stopping ??= run(Scope.close(scope, Exit.void))
    },
    hasStopped: () => stopping !== undefined && stopping.unsafePoll() !== null,
    /** SIGKILL, or the loss of its machine: the last bytes that it sent may be lost as well. */
    kill: end
  }
}

export type Process = ReturnType<typeof open>
