import { Effect } from "effect"
import type { BotMemory } from "./BotMemory.ts"
import type { Product } from "./Product.ts"

const pause = "chat pause"

/** For how many milliseconds a bot accepts no messages, for any chat and from any process; 0 if it accepts them. */
export const mutedFor = (
  memory: typeof BotMemory.Service,
  { longestPause = 0 }: Product,
  address: string,
  now: number
): Effect.Effect<number> =>
  longestPause === 0
    ? Effect.succeed(0)
    : Effect.map(memory.get(pause, address), (end) => Math.max(0, Math.min(Number(end ?? 0) - now, longestPause)))

/** Stores until when a bot accepts no messages. */
export const mute = (memory: typeof BotMemory.Service, address: string, end: number): Effect.Effect<void> =>
  memory.set(pause, address, String(end))
