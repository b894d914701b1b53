import type { Dice } from "../Dice.ts"
import type { VirtualClock } from "../VirtualClock.ts"
import { type Backend, backend, type Ground } from "./Backend.ts"
import type { Holder } from "./Holder.ts"
import { locks } from "./Locks.ts"
import { type ClientProcess, type Listener, network, type Run } from "./Network.ts"
import { lostConnection } from "./Refusals.ts"
import { rows } from "./Rows.ts"

/** The probability of each fault. */
export interface Faults {
  /** A connection is cut at a commit, before or after it. */
  readonly cut: number
  /** A notification is lost. */
  readonly silent: number
  /** A message takes a long time. */
  readonly slow: number
}

export const noFaults: Faults = { cut: 0, silent: 0, slow: 0 }

interface ServerOptions {
  readonly file: string
  readonly clock: VirtualClock
  readonly dice: Dice
  /** Runs a task of the server. */
  readonly task: Run
}

/** A modelled PostgreSQL server, and the network between it and its clients. */
export const server = ({ clock, dice, file, task }: ServerOptions) => {
  const stored = rows(file)
  const backends = new Set<Backend>()
  let faults: Faults = noFaults
  let isUp = true
  let isReadOnly = false
  /** How far the server's clock is ahead of the time. */
  let ahead = 0
  let pids = 0

  const delay = (): number =>
    dice.chance(faults.slow) ? dice.between(50, 2_500) : dice.weighted<number>([[12, 0], [3, dice.between(1, 4)], [1, dice.between(5, 30)]])

  const ground: Ground = {
    rows: stored,
    locks: locks<Holder>(),
    now: () => clock.wall() + ahead,
    isReadOnly: () => isReadOnly,
    after: (millis, wake) => clock.after(millis, () => task(wake)),
    released: () => {
      for (const waiting of backends) if (waiting.isWaiting()) task(waiting.tryAgain)
    },
    notify: (notifications) => {
      // Equal notifications of a transaction are sent once.
      for (const { channel, payload } of new Map(notifications.map((one) => [`${one.channel} ${one.payload}`, one])).values()) {
        for (const listener of backends) if (listener.channels.has(channel) && !dice.chance(faults.silent)) listener.notified(payload)
      }
    },
    cut: () => dice.chance(faults.cut) ? dice.pick(["before", "after"]) : undefined,
    ended: (ended) => backends.delete(ended)
  }

  const listener: Listener = {
    task,
    isUp: () => isUp,
    accept: (applicationName, client) => {
      const accepted = backend(ground, pids += 1, applicationName, client)
      backends.add(accepted)
      return accepted
    },
    travel: (run, arrive) => {
      const millis = delay()
      if (millis === 0) run(arrive)
      else clock.after(millis, () => run(arrive))
    }
  }

  return {
    client: (process: ClientProcess) => network(listener, process, dice),
    setFaults: (next: Faults) => {
      faults = next
    },
    isUp: listener.isUp,
    /** Whether the server runs, has the right time, and accepts changes. */
    isWell: () => isUp && !isReadOnly && ahead === 0,
    /** An operator sets the server's clock ahead by this much; 0 sets it right. */
    setAhead: (shift: number) => {
      ahead = shift
    },
    setReadOnly: (refuses: boolean) => {
      isReadOnly = refuses
    },
    /** The server crashes: all connections are lost, commits are kept. */
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
