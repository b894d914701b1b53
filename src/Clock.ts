import { Context, DateTime, Effect, Layer } from "effect"
import { Environment } from "./Config/Environment.ts"

/** Effect's Clock in the shop's zone. The zone of the machine has no effect. */
export class ShopClock extends Context.Tag("ShopClock")<ShopClock, {
  readonly zone: DateTime.TimeZone.Named
  readonly now: Effect.Effect<DateTime.Zoned>
}>() {}

export const layer: Layer.Layer<ShopClock, never, Environment> = Layer.effect(
  ShopClock,
  Effect.map(Environment, ({ zone }) => ({
    zone,
    now: Effect.map(DateTime.now, (instant) => DateTime.setZone(instant, zone))
  }))
)
