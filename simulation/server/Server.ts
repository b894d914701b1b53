import { Effect } from "effect"
import type { Dialer } from "../../src/Database/Postgres/Connect.ts"
import { inDoubt, PostgresFailure, unavailable } from "../../src/Database/Postgres/Failure.ts"
import type { Answer, Query, Session } from "../../src/Database/Postgres/Session.ts"
import type { Dice } from "../Dice.ts"
import type { VirtualClock } from "../VirtualClock.ts"
import { type Backend, backend, type ClientEnd, type Ground } from "./Backend.ts"
import type { Holder } from "./Holder.ts"
import { locks } from "./Locks.ts"
import { pipe } from "./Pipe.ts"
import { lostConnection } from "./Refusals.ts"
import { rows } from "./Rows.ts"

/** How likely each fault is. */
export interface Faults {
  /** A connection is cut at a commit, before or after it. */
  readonly cut: number
  /** A notification is lost. */
  readonly silent: number
  /** A message takes long. */
  readonly slow: number
}

export const noFaults: Faults = { cut: 0, silent: 0, slow: 0 }

/** A process that connects to the server. */
export interface ClientProcess {
  /** Runs a task in the process: later while it is paused, never once it was killed. */
  readonly task: (work: () => void) => void
  /** A timer of the process. */
  readonly after: (millis: number, wake: () => void) => () => void
}

export interface ServerOptions {
  readonly file: string
  readonly clock: VirtualClock
  readonly dice: Dice
  /** Runs a task of the server. */
  readonly task: (work: () => void) => void
}

interface Connection {
  /** The connection ends without a word to either side. */
  readonly cut: () => void
  /** The process has ended. `host`: its machine as well, so that what it has sent last may be lost. */
  readonly abandon: (host: boolean) => void
}

/** A modelled PostgreSQL server, and the network between it and its clients. */
export const server = ({ clock, dice, file, task }: ServerOptions) => {
  const stored = rows(file)
  const held = locks<Holder>()
  const backends = new Set<Backend>()
  let faults: Faults = noFaults
  let isUp = true
  let pids = 0

  const delay = (): number =>
    dice.chance(faults.slow) ? dice.between(50, 2_500) : dice.weighted<number>([[12, 0], [3, dice.between(1, 4)], [1, dice.between(5, 30)]])

  /** Runs `arrive` as a task, after the time that the network takes. */
  const travel = (run: (work: () => void) => void, arrive: () => void) => {
    const millis = delay()
    if (millis === 0) run(arrive)
    else clock.after(millis, () => run(arrive))
  }

  const ground: Ground = {
    rows: stored,
    locks: held,
    now: clock.wall,
    after: (millis, wake) => clock.after(millis, () => task(wake)),
    released: () => {
      for (const waiting of backends) if (waiting.isWaiting()) task(waiting.tryAgain)
    },
    notify: (notifications) => {
      // Those that are the same are one.
      for (const { channel, payload } of new Map(notifications.map((one) => [`${one.channel} ${one.payload}`, one])).values()) {
        for (const listener of backends) if (listener.channels.has(channel) && !dice.chance(faults.silent)) listener.notified(payload)
      }
    },
    cut: () => dice.chance(faults.cut) ? dice.pick(["before", "after"]) : undefined,
    ended: (ended) => backends.delete(ended)
  }

  /** The connections of one process, over a network that can be interrupted. */
  const client = (process: ClientProcess) => {
    const connections = new Set<Connection>()
    let isCutOff = false
    let late: Array<() => void> = []

    const link = (run: (work: () => void) => void) => (arrive: () => void) =>
      isCutOff ? void late.push(() => travel(run, arrive)) : travel(run, arrive)

    const connect = (applicationName: string, deadline: number): Session => {
      const up = pipe(link(task))
      const down = pipe(link(process.task))
      const listeners: Array<(failure: PostgresFailure) => void> = []
      const notifications: Array<(payload: string) => void> = []
      const waiting: Array<() => void> = []
      let lost: PostgresFailure | undefined
      let isInTransaction = false
      let pending: { readonly done: (result: Effect.Effect<Answer, PostgresFailure>) => void; readonly stop: () => void } | undefined

      const lose = (why: PostgresFailure) => {
        if (lost !== undefined) return
        lost = why
        connections.delete(connection)
        up.send(far.hangUp)
        settle(Effect.fail(inDoubt(why)))
        for (const listener of listeners) listener(why)
      }

      const settle = (result: Effect.Effect<Answer, PostgresFailure>) => {
        const settled = pending
        pending = undefined
        settled?.stop()
        settled?.done(result)
        waiting.shift()?.()
      }

      const end: ClientEnd = {
        answered: (answer, open) =>
          down.send(() => {
            isInTransaction = open
            settle(Effect.succeed(answer))
          }),
        failed: (failure, open) =>
          down.send(() => {
            isInTransaction = open
            settle(Effect.fail(failure))
          }),
        notified: (payload) => down.send(() => lost === undefined && notifications.forEach((listener) => listener(payload))),
        lost: (failure) => down.send(() => lose(failure))
      }
      const far = backend(ground, pids += 1, applicationName, end)
      backends.add(far)
      const connection: Connection = {
        cut: () => {
          far.terminate(lostConnection)
        },
        abandon: (host) => {
          if (host) up.drop()
          up.send(far.hangUp)
          down.drop()
        }
      }
      connections.add(connection)

      const send = (query: Query, done: (result: Effect.Effect<Answer, PostgresFailure>) => void): void => {
        if (lost !== undefined) return done(Effect.fail(lost))
        if (pending !== undefined) return void waiting.push(() => send(query, done))
        pending = { done, stop: process.after(deadline, () => lose(unavailable(`no answer from the database within ${deadline} ms`))) }
        up.send(() => far.receive(query))
      }

      return {
        query: (query) => Effect.uninterruptible(Effect.async((resume) => send(query, resume))),
        isUsable: () => lost === undefined && !isInTransaction,
        isLost: () => lost !== undefined,
        processId: () => far.pid,
        onLost: (listener) => lost === undefined ? listeners.push(listener) : listener(lost),
        onNotification: (listener) => notifications.push(listener),
        destroy: () => lose(unavailable("the connection was given up")),
        close: Effect.sync(() => lose(unavailable("the connection was closed")))
      }
    }

    const dialer: typeof Dialer.Service = {
      dial: (_address, _ssl, applicationName, limits) =>
        Effect.async((resume) => {
          const giveUp = process.after(limits.connect, () => {
            resume(Effect.fail(unavailable(`no answer to a connection within ${limits.connect} ms`)))
          })
          const answer = (result: Effect.Effect<Session, PostgresFailure>) =>
            link(process.task)(() => {
              giveUp()
              resume(result)
            })
          link(task)(() =>
            answer(isUp
              ? Effect.succeed(connect(applicationName, limits.statement + limits.grace))
              : Effect.fail(unavailable("connect ECONNREFUSED")))
          )
        })
    }

    return {
      dialer,
      /** Cuts one of the connections, or all. */
      cut: (all: boolean) => {
        const open = [...connections]
        for (const connection of all || open.length === 0 ? open : [open[dice.between(0, open.length - 1)]]) connection?.cut()
      },
      /** Nothing arrives any more, in both directions, until `reconnect`. */
      cutOff: () => {
        isCutOff = true
      },
      reconnect: () => {
        isCutOff = false
        const waited = late
        late = []
        for (const arrive of waited) arrive()
      },
      ended: (host: boolean) => {
        for (const connection of connections) connection.abandon(host)
        connections.clear()
      }
    }
  }

  return {
    client,
    setFaults: (next: Faults) => {
      faults = next
    },
    isUp: () => isUp,
    /** All connections are lost; what is committed is kept. */
    crash: () => {
      isUp = false
      for (const lost of [...backends]) lost.terminate(lostConnection)
    },
    recover: () => {
      isUp = true
    },
    close: stored.close
  }
}

export type Server = ReturnType<typeof server>
