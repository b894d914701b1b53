import { Effect, Exit, Scope } from "effect"
import { DatabaseUnavailable } from "../DatabaseUnavailable.ts"
import type { PostgresAddress } from "./Address.ts"
import { connectFit, refusal } from "./Client/Requirements.ts"
import { defaultLimits, type Session } from "./Client/Session.ts"
import { PostgresFailure } from "./Failure.ts"
import { holder, processName, tryLock } from "./Holder.ts"
import { waitForLock } from "./Waiting.ts"

const reconnectEvery = "500 millis"

/** A connection that has the lock of the database. */
interface Held {
  readonly session: Session
  /** By how many milliseconds this machine's clock was ahead of the server's when the lock was taken; negative if it was behind. */
  readonly clockAhead: number
}

type Failed = PostgresFailure | DatabaseUnavailable

/** Takes the lock, or says who has it. */
const takeNow = (address: PostgresAddress, session: Session): Effect.Effect<number, Failed> =>
  Effect.flatMap(tryLock(session), (taken) =>
    taken ? Effect.succeed(0) : Effect.flatMap(holder(session), (found) =>
      new DatabaseUnavailable({
        message: `the database ${address.database} is served by ${found?.name ?? "another process"}: stop that process first`
      })))

/** Builds `use` in a scope of its own, which closes at once if `use` fails, and otherwise with the caller's. */
const orClosed = <A, E>(use: Effect.Effect<A, E, Scope.Scope>): Effect.Effect<A, E, Scope.Scope> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const own = yield* Scope.make()
      const exit = yield* Effect.exit(restore(Scope.extend(use, own)))
      if (Exit.isFailure(exit)) yield* Scope.close(own, exit)
      else yield* Effect.addFinalizer((result) => Scope.close(own, result))
      return yield* exit
    })
  )

/** Tries again while the server is away or a standby. What an operator has to correct ends the start. */
const patiently = <A>(address: PostgresAddress, attempt: Effect.Effect<A, Failed, Scope.Scope>) => {
  let isSaid = false
  return Effect.retry(attempt, {
    while: (failure) => {
      if (failure instanceof DatabaseUnavailable || failure.kind === "refused") return Effect.succeed(false)
      const say = isSaid ? Effect.void : Effect.logWarning(`waiting for the database: ${refusal(address)(failure).message}`)
      isSaid = true
      return Effect.as(Effect.zipRight(say, Effect.sleep(reconnectEvery)), true)
    }
  })
}

/**
 * A connection that has the lock of the database until the scope closes. A service waits for the lock, and for a server that is away;
 * a command does neither.
 */
export const hold = (address: PostgresAddress, waits: boolean): Effect.Effect<Held, DatabaseUnavailable, Scope.Scope> => {
  const attempt = orClosed(Effect.gen(function*() {
    const { session } = yield* connectFit(address, yield* processName, defaultLimits)
    const clockAhead = yield* waits ? waitForLock(session) : takeNow(address, session)
    return { session, clockAhead }
  }))
  return Effect.mapError(waits ? patiently(address, attempt) : attempt,
    (failure) => failure instanceof PostgresFailure ? refusal(address)(failure) : failure).pipe(
      Effect.annotateLogs({ service: "database" })
    )
}
