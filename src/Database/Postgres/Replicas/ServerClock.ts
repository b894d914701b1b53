import { Clock, Effect } from "effect"
import { millisAhead } from "../../../Domain/ClockDifference.ts"
import type { Query } from "../Client/Session.ts"

/** An instant of the server as milliseconds since 1970. */
export const millisOf = (instant: string): string => `floor(extract(epoch FROM ${instant}) * 1000)::bigint`

export const serverMillis = millisOf("clock_timestamp()")

const text = `SELECT ${serverMillis} AS millis`

/** By how many milliseconds, at least, this machine's clock is ahead of the server's. */
export const aheadOf = <E>(run: (query: Query) => Effect.Effect<{ readonly rows: ReadonlyArray<unknown> }, E>): Effect.Effect<number, E> =>
  Effect.gen(function*() {
    const before = yield* Clock.currentTimeMillis
    const { rows } = yield* run({ text })
    const [found] = rows as ReadonlyArray<{ readonly millis: number }>
    const after = yield* Clock.currentTimeMillis
    return millisAhead({ before, other: Number(found?.millis), after })
  })
