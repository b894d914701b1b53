import { Effect, Random } from "effect"

/** Random bytes as hexadecimal text. Not for secrets, because Effect's `Random` is predictable. */
export const randomHex = (bytes: number): Effect.Effect<string> =>
  Effect.map(Effect.replicateEffect(Random.nextIntBetween(0, 256), bytes), (values) => Buffer.from(values).toString("hex"))
