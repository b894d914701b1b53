import { Effect, Option } from "effect"
import { within } from "../../Concurrency/Patience.ts"
import type { PostgresAddress } from "./Address.ts"
import { connect } from "./Client/Connect.ts"
import { defaultLimits, type Session } from "./Client/Session.ts"

const inTime = within("2 seconds")

const waiting = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'"

/**
 * Whether the session's COMMIT waits for a synchronous standby, asked on a second connection. Such a COMMIT does not notice that its
 * client has gone, and the server would keep the lock: without a standby, no process could serve. So it is waited for.
 */
export const waitsForStandby = (address: PostgresAddress, session: Pick<Session, "processId">): Effect.Effect<boolean> =>
  connect(address, "turnover asks about its commit", defaultLimits).pipe(
    Effect.flatMap(({ query }) => query({ text: waiting, values: [session.processId()] })),
    Effect.scoped,
    Effect.either,
    inTime,
    Effect.map((found) => Option.isSome(found) && found.value._tag === "Right" && found.value.right.rows.length > 0)
  )
