import { Clock, DateTime, Effect } from "effect"
import type { Session } from "./Client/Session.ts"
import type { PostgresFailure } from "./Failure.ts"

/** A comparison of this machine's clock with the server's; instants in milliseconds since 1970. */
interface Compared {
  readonly own: number
  readonly server: number
  /** By how many milliseconds, at least, this machine's clock is ahead; negative if it is behind. */
  readonly ahead: number
}

const millis = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS millis"

/** The round trip is not counted as a difference. */
export const clockAheadOf = (session: Pick<Session, "query">): Effect.Effect<Compared, PostgresFailure> =>
  Effect.gen(function*() {
    const before = yield* Clock.currentTimeMillis
    const { rows } = yield* session.query({ text: millis })
    const own = yield* Clock.currentTimeMillis
    const server = Number(rows[0]?.millis)
    const ahead = server < before ? before - server : server > own ? own - server : 0
    return { own, server, ahead }
  })

/** A process with a clock that is further away does not serve. */
const farthest = 5 * 60_000

export const isTooFarApart = ({ ahead }: Compared): boolean => Math.abs(ahead) > farthest

const clockTime = (instant: number): string => `${DateTime.formatIso(DateTime.unsafeMake(instant)).slice(0, 19)}Z`

export const tooFarApart = ({ own, server }: Compared): string =>
  `this machine's clock shows ${clockTime(own)} and the database server's ${
    clockTime(server)
  }: waiting until they are less than five minutes apart, set both by NTP`

/** Milliseconds from which health reports the difference that was found when this process began to serve. */
export const reportedFrom = 2_000
