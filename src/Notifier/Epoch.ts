import { Effect } from "effect"
import { lapsed } from "../Chat/NoReply.ts"
import type { Epoch, Lease } from "../Database/Lease.ts"
import type { Delivery } from "../Domain/Attempt.ts"

/** The epoch of the lease in which the notifier sends. */
interface SendingEpoch {
  readonly current: () => Epoch
  /** Whether this process holds the lease. In a new epoch, `onNewEpoch` runs first. */
  readonly begin: Effect.Effect<boolean>
  /** Whether this process still holds the lease in the present epoch, by its own clocks. */
  readonly isOn: Effect.Effect<boolean>
  /** Interrupts a request at the end of its epoch, because another process may then send the next message. */
  readonly within: (request: Effect.Effect<Delivery>) => Effect.Effect<Delivery>
}

export const make = (lease: typeof Lease.Service, onNewEpoch: Effect.Effect<void>): SendingEpoch => {
  let current: Epoch = null

  const isOn = Effect.zipWith(lease.isHeld, lease.epoch, (held, epoch) => held && epoch === current)

  /** Waits for the end of the lease, which moves with each renewal. */
  const over: Effect.Effect<Delivery> = Effect.flatMap(Effect.all([isOn, lease.remaining]),
    ([on, left]) => on && left > 0 ? Effect.zipRight(Effect.sleep(left), over) : Effect.succeed(lapsed))

  return {
    current: () => current,
    begin: Effect.gen(function*() {
      if (!(yield* lease.isHeld)) return false
      const epoch = yield* lease.epoch
      if (epoch !== current) {
        current = epoch
        yield* onNewEpoch
      }
      return true
    }),
    isOn,
    within: (request) => Effect.suspend(() => current === null ? request : Effect.raceFirst(request, over))
  }
}
