import { Effect } from "effect"
import { lapsed } from "../Chat/Unanswered.ts"
import type { DutyLease } from "../Database/DutyLease.ts"
import type { Answer } from "../Domain/Attempt.ts"
import type { Term } from "../Outbox.ts"

/** The term of the duties in which the notifier sends. */
export interface Duties {
  readonly term: () => Term
  /** Whether this process has the duties; a new term begins with `onNewTerm`. */
  readonly begin: Effect.Effect<boolean>
  /** Whether the term that has begun goes on, by the process's own clocks. */
  readonly isOn: Effect.Effect<boolean>
  /** A request never outlives the term: behind it another process sends the next message. */
  readonly within: (answer: Effect.Effect<Answer>) => Effect.Effect<Answer>
}

export const make = (lease: typeof DutyLease.Service, onNewTerm: Effect.Effect<void>): Duties => {
  let term: Term = null

  const isOn = Effect.zipWith(lease.isHeld, lease.epoch, (held, epoch) => held && epoch === term)

  /** The lease is renewed meanwhile, so its end moves. */
  const over: Effect.Effect<Answer> = Effect.flatMap(Effect.all([isOn, lease.remaining]),
    ([on, left]) => on && left > 0 ? Effect.zipRight(Effect.sleep(left), over) : Effect.succeed(lapsed))

  return {
    term: () => term,
    begin: Effect.gen(function*() {
      if (!(yield* lease.isHeld)) return false
      const epoch = yield* lease.epoch
      if (epoch !== term) {
        term = epoch
        yield* onNewTerm
      }
      return true
    }),
    isOn,
    within: (answer) => Effect.suspend(() => term === null ? answer : Effect.raceFirst(answer, over))
  }
}
