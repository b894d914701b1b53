import type { Dice } from "./Dice.ts"
import type { Call } from "./Exchange.ts"

interface Kept {
  /** The wall time of the first request. */
  readonly at: number
  readonly call: Call
  /** undefined if the process was killed before its response. */
  readonly answer: string | undefined
}

const day = 86_400_000

/** The newest keys are kept for longer than a day. */
const newest = 1_000

/** The idempotency keys of completed requests, while the service has to keep them. */
export const keys = () => {
  const kept = new Map<string, Kept>()
  const holds = (key: string) => kept.has(key)
  return {
    holds,
    keep: (key: string, at: number, call: Call, answer: string | undefined) => {
      const oldest = [...kept.values()].map((one) => one.at).sort((one, other) => other - one)[newest - 1] ?? -Infinity
      for (const [known, { at: then }] of kept) if (then <= at - day && then < oldest) kept.delete(known)
      kept.set(key, { at, call, answer })
    },
    some: (dice: Dice): Kept | undefined => {
      const held = [...kept.keys()]
      return kept.get(held[dice.between(0, Math.max(0, held.length - 1))] ?? "")
    }
  }
}
