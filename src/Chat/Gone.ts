import { Effect } from "effect"
import type { BotMemory } from "./BotMemory.ts"
import type { Product } from "./Product.ts"

const gone = "chat gone"

/** Whether a receiver has told any process that it wants no more messages. */
export const isGone = (memory: typeof BotMemory.Service, { canEnd }: Product, address: string): Effect.Effect<boolean> =>
  canEnd === true ? Effect.map(memory.get(gone, address), (stored) => stored === "1") : Effect.succeed(false)

/** Stores whether a receiver wants no more messages. */
export const setGone = (memory: typeof BotMemory.Service, address: string, isSo: boolean): Effect.Effect<void> =>
  memory.set(gone, address, isSo ? "1" : "0")
