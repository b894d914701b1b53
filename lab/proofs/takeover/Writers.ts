import { setTimeout as sleep } from "node:timers/promises"
import type { Dice } from "../Dice.ts"
import { caller } from "../Http.ts"
import type { Member } from "./Fleet.ts"

/** A change that was sent. Its amount is unique, so the audit shows whether it is stored, and how often. */
export interface Sent {
  readonly cents: number
  /** The response's status; undefined without a response. */
  readonly status: number | undefined
  /** Nothing was sent, because every port was closed. */
  readonly refused: boolean
  readonly at: number
  /** The member that has responded. */
  readonly by: string
}

export interface Writers {
  readonly sent: ReadonlyArray<Sent>
  /** Resolves with the first acknowledged change after an instant, of a member that `is` accepts. */
  readonly acknowledged: (after: number, is?: (by: string) => boolean) => Promise<Sent>
  readonly stop: () => Promise<void>
}

export const firstAmount = 100_000
const patience = 2_500
const acknowledgedWithin = 60_000

const isRefused = (error: unknown): boolean => typeof error === "object" && error !== null && Reflect.get(error, "code") === "ECONNREFUSED"

/** Sends changes one after another, as a client behind a proxy does: to the next process if a port is closed. */
export const startWriters = (members: ReadonlyArray<Member>, chance: Dice, count: number): Writers => {
  const callers = members.map(({ name, port }, index) => ({ index, name, caller: caller(port, { patience }) }))
  const sent: Array<Sent> = []
  let isWriting = true
  let cents = firstAmount
  let good = 0

  const send = async (date: string): Promise<Sent> => {
    const own = ++cents
    for (const { caller, index, name } of [...callers.slice(good), ...callers.slice(0, good)]) {
      const next = (index + 1) % callers.length
      try {
        const { status } = await caller.correct({ date, amount: own / 100, reason: "takeover" })
        good = status === 200 ? index : next
        return { cents: own, status, refused: false, at: performance.now(), by: name }
      } catch (error) {
        if (isRefused(error)) continue
        good = next
        return { cents: own, status: undefined, refused: false, at: performance.now(), by: name }
      }
    }
    return { cents: own, status: undefined, refused: true, at: performance.now(), by: "" }
  }

  const write = async (writer: number) => {
    for (let n = 0; isWriting; n++) {
      const two = (value: number) => String(value).padStart(2, "0")
      const found = await send(`2025-${two(1 + writer * 3 + n % 3)}-${two(1 + n % 28)}`)
      sent.push(found)
      await sleep(found.status === 200 ? chance.between(350, 700) : 30)
    }
  }

  const writing = Array.from({ length: count }, (_, writer) => write(writer))
  return {
    sent,
    acknowledged: async (after, is = () => true) => {
      for (const end = performance.now() + acknowledgedWithin; performance.now() < end; await sleep(5)) {
        const found = sent.find(({ at, by, status }) => status === 200 && at > after && is(by))
        if (found !== undefined) return found
      }
      throw new Error(`no change was acknowledged within ${acknowledgedWithin / 1000} s`)
    },
    stop: async () => {
      isWriting = false
      await Promise.all(writing)
      for (const { caller } of callers) caller.close()
    }
  }
}
