import { Context, DateTime, Effect, Layer } from "effect"
import { Environment } from "./Config/Environment.ts"

/** Effect's Clock in the shop's zone. The zone of the machine has no effect. */
export class ShopClock extends Context.Tag("ShopClock")<ShopClock, {
  readonly zone: DateTime.TimeZone.Named
  readonly now: Effect.Effect<DateTime.Zoned>
}>() {}

/**
 * Milliseconds since 1970. A clock that shows less is that of a machine without a battery before it knows the time: it decides nothing
 * (rule 5.22). Without the layer of the clock any time counts.
 */
export class EarliestTime extends Context.Reference<EarliestTime>()("EarliestTime", { defaultValue: () => -Infinity }) {}

/** 1 January of the release's year. */
const releasedIn = DateTime.unsafeMake("2026-01-01T00:00:00Z").epochMillis

export const layer: Layer.Layer<ShopClock, never, Environment> = Layer.effect(
  ShopClock,
  Effect.map(Environment, ({ zone }) => ({
    zone,
    now: Effect.map(DateTime.now, (instant) => DateTime.setZone(instant, zone))
  }))
).pipe(Layer.merge(Layer.succeed(EarliestTime, releasedIn)))
