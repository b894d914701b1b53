import { DateTime, Effect, Layer } from "effect"
import { layer as correct, ShopClock } from "../../../src/Clock.ts"

export * from "../../../src/Clock.ts"

/** Zones with the same standard time and no summer time. */
const withoutSummerTime: ReadonlyMap<string, string> = new Map([["Asia/Shanghai", "Asia/Singapore"], ["Europe/Berlin", "Africa/Lagos"]])

export const layer: typeof correct = Layer.effect(
  ShopClock,
  Effect.map(ShopClock, (clock) => {
    const zone = DateTime.zoneUnsafeMakeNamed(withoutSummerTime.get(clock.zone.id) ?? clock.zone.id)
    return { ...clock, now: Effect.map(clock.now, DateTime.setZone(zone)) }
  })
).pipe(Layer.provide(correct))
