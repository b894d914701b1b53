import { setTimeout as sleep } from "node:timers/promises"
import { caller } from "../Http.ts"
import { must } from "../torture/Violation.ts"
import type { Fleet, Member } from "./Fleet.ts"
import type { Server } from "./Server.ts"
import type { Writers } from "./Writers.ts"

/** What a strike meets. */
export interface Scene {
  readonly holder: Member
  readonly backend: number
  readonly fleet: Fleet
  readonly server: Server
  readonly writers: Writers
}

/** A strike that has fallen. */
interface Struck {
  /** Milliseconds of this program's clock. */
  readonly at: number
  /** Whether the next acknowledged change has to come from another process. */
  readonly isLost: boolean
  /** Puts everything back into order. */
  readonly after: () => Promise<void>
}

type Strike = (scene: Scene) => Promise<Struck>

const nothing = () => Promise.resolve()

/** A silence that is longer than a takeover takes. */
const silence = 8_000
/** A busy machine says later that commits wait. */
const reportedWithin = 30_000
/** The service stores a message's state again after five seconds. A kill before that is a second fault, which doubles it. */
const storedAgainWithin = 6_000

const silently = (what: { readonly requests: boolean; readonly answers: boolean }): Strike => ({ holder: { way } }) => {
  const at = performance.now()
  way.silence(what)
  return Promise.resolve({
    at,
    isLost: true,
    after: async () => {
      await sleep(Math.max(0, silence - (performance.now() - at)))
      way.heal()
    }
  })
}

const losingCommit = (how: "reset" | "silent"): Strike => async ({ holder: { way } }) => {
  await way.loseCommit(how)
  return { at: performance.now(), isLost: false, after: nothing }
}

const restarting = (mode: "fast" | "immediate"): Strike => ({ server }) => {
  const at = performance.now()
  server.restart(mode)
  return Promise.resolve({ at, isLost: false, after: nothing })
}

const commitsWait = async (member: Member) => {
  const { call, close } = caller(member.port, { patience: 2_500 })
  try {
    const { status, text } = await call("/api/health")
    return status === 200 && text.includes("\"commits_wait\"")
  } catch {
    return false
  } finally {
    close()
  }
}

/** Every way in which a process can lose the database, or the database its process. */
export const strikes = {
  "kill -9": ({ holder }) => {
    const at = performance.now()
    // Its supervisor starts it again.
    holder.signal("SIGKILL")
    return Promise.resolve({ at, isLost: false, after: nothing })
  },
  "pause": ({ holder }) => {
    const at = performance.now()
    holder.signal("SIGSTOP")
    return Promise.resolve({
      at,
      isLost: true,
      after: async () => {
        await sleep(Math.max(0, silence - (performance.now() - at)))
        holder.signal("SIGCONT")
      }
    })
  },
  "network silent": silently({ requests: true, answers: true }),
  "requests lost": silently({ requests: true, answers: false }),
  "answers lost": silently({ requests: false, answers: true }),
  "network cut": ({ holder: { way } }) => {
    const at = performance.now()
    way.cut()
    return Promise.resolve({
      at,
      isLost: true,
      after: async () => {
        await sleep(2_000)
        way.heal()
      }
    })
  },
  "connection ended": async ({ backend, server }) => {
    const at = performance.now()
    await server.endBackend(backend)
    return { at, isLost: false, after: nothing }
  },
  "server restarted": restarting("fast"),
  "server killed": restarting("immediate"),
  "COMMIT lost by a reset": losingCommit("reset"),
  "COMMIT lost silently": losingCommit("silent"),
  "stop": async ({ holder }) => {
    const at = performance.now()
    await holder.end("SIGTERM")
    must(holder.exits.at(-1) === "0", () => `a stop ended with ${holder.exits.at(-1)}`)
    return { at, isLost: true, after: () => Promise.resolve(holder.start()) }
  },
  "rolling restart": async ({ fleet, holder }) => {
    for (const member of fleet.members.filter((one) => one !== holder)) {
      await member.end("SIGTERM")
      member.start()
      await sleep(1_500)
    }
    const at = performance.now()
    await holder.end("SIGTERM")
    holder.start()
    return { at, isLost: true, after: nothing }
  },
  /** The process that waits for the standby stays the one that serves: nobody else could. */
  "standby away": async ({ backend, holder, server, writers }) => {
    await server.waitForStandby(true)
    const asked = performance.now()
    let isReported = false
    while (performance.now() - asked < (isReported ? silence : reportedWithin)) {
      isReported ||= await commitsWait(holder)
      await sleep(250)
    }
    must(isReported, () => "health does not say that commits wait for a standby")
    must((await server.holder())?.backend === backend, () => "a process that waits for a standby has lost the database")
    const last = writers.sent.findLast(({ status }) => status === 200)
    must(last === undefined || last.at < asked + 1_000, () => "a change was acknowledged that no standby has")
    const at = performance.now()
    await server.waitForStandby(false)
    return { at, isLost: false, after: () => sleep(storedAgainWithin) }
  }
} as const satisfies Readonly<Record<string, Strike>>

export type StrikeName = keyof typeof strikes
