import { Effect, Random } from "effect"

/** So many random bytes as hex. Not for secrets: Effect's `Random` is predictable. */
export const randomHex = (bytes: number): Effect.Effect<string> =>
  Effect.map(Effect.replicateEffect(Random.nextIntBetween(0, 256), bytes), (values) => Buffer.from(values).toString("hex"))
