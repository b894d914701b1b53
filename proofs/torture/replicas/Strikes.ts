import { setTimeout as sleep } from "node:timers/promises"
import type { Dice } from "../../Dice.ts"
import { must } from "../Violation.ts"
import type { Replica } from "./Replica.ts"
import type { Server } from "./Server.ts"

export const kinds = ["killed", "paused", "cut", "unreachable", "server restarted", "server killed"] as const
export type Kind = typeof kinds[number]

interface Field {
  readonly ahead: number
  readonly dice: Dice
  readonly pauseMillis: number
  readonly replicas: ReadonlyArray<Replica>
  readonly server: Server
  /** Milliseconds within which another replica must take the lease over. */
  readonly takeoverWithin: number
}

/** Strikes replicas and their server at random instants. At most two replicas are away at once. */
export const strikes = ({ ahead, dice, pauseMillis, replicas, server, takeoverWithin }: Field) => {
  const takeovers: Array<number> = []
  const away = new Map<Replica, Promise<void>>()
  let serverLost = 0
  let fail: (error: unknown) => void = () => undefined
  const failure = new Promise<never>((_, reject) => {
    fail = reject
  })
  failure.catch(() => undefined)

  const holdsLease = async (replica: Replica): Promise<boolean> => {
    const lease = await server.lease()
    return lease !== undefined && replica.owns(lease.holder)
  }

  /** Waits until another replica holds the lease, and records how long that took while the server was there. */
  const takeover = async (replica: Replica) => {
    const began = performance.now()
    const [lost] = [serverLost]
    const waited = () => performance.now() - began - (serverLost - lost)
    while (true) {
      const lease = await server.lease()
      if (lease !== undefined && !replica.owns(lease.holder)) return void takeovers.push(waited())
      must(waited() < takeoverWithin, () => `the lease of ${replica.name} was not taken over within ${takeoverWithin} ms`)
      await sleep(50)
    }
  }

  const leave = (replica: Replica, absence: () => Promise<void>) => {
    const gone = absence().finally(() => away.delete(replica))
    away.set(replica, gone)
    gone.catch(fail)
  }

  const kill = (replica: Replica, millis: number) =>
    leave(replica, async () => {
      const had = await holdsLease(replica)
      await replica.kill()
      if (had) await takeover(replica)
      await sleep(millis)
      await replica.start(ahead)
    })

  const pause = (replica: Replica) =>
    leave(replica, async () => {
      const had = await holdsLease(replica)
      replica.signal("SIGSTOP")
      await Promise.all([had ? takeover(replica) : undefined, sleep(pauseMillis)])
      replica.signal("SIGCONT")
    })

  const isolate = (replica: Replica) =>
    leave(replica, async () => {
      const had = await holdsLease(replica)
      replica.proxy.blackHole()
      await Promise.all([had ? takeover(replica) : undefined, sleep(pauseMillis)])
      replica.proxy.cut()
      replica.proxy.heal()
    })

  const withoutServer = async (what: () => void | Promise<void>) => {
    const began = performance.now()
    await what()
    serverLost += performance.now() - began
  }

  /** Chooses the replica to strike. Every other time it is the holder of the lease, because its end matters most. */
  const victim = async (): Promise<Replica | undefined> => {
    const present = replicas.filter((one) => !away.has(one))
    const chosen = present[dice.between(0, present.length - 1)]
    const lease = dice.chance(0.5) ? await server.lease() : undefined
    return present.find((one) => lease !== undefined && one.owns(lease.holder)) ?? chosen
  }

  const strike = async (kind: Kind) => {
    if (kind === "server restarted") return await withoutServer(server.restart)
    if (kind === "server killed") return await withoutServer(server.kill)
    while (away.size >= 2) await Promise.race(away.values())
    const replica = await victim()
    if (replica === undefined) return
    if (kind === "killed") kill(replica, dice.between(0, 800))
    else if (kind === "paused") pause(replica)
    else if (kind === "unreachable") isolate(replica)
    else replica.proxy.cut()
  }

  return {
    /** Fails if a takeover or a start did not happen in time. */
    failure,
    strike,
    takeovers,
    /** Waits until every replica is back. */
    settled: async () => {
      while (away.size > 0) await Promise.all(away.values())
    }
  }
}
