import { Effect, Either, Exit, Option, Scope } from "effect"
import { hostname } from "node:os"
import { monotonicMillis } from "../../Concurrency/Deadline.ts"
import { Environment } from "../../Config/Environment.ts"
import { DatabaseUnavailable } from "../DatabaseUnavailable.ts"
import type { ServingProcess } from "../ServingProcess.ts"
import type { PostgresAddress } from "./Address.ts"
import { connectFit, refusalOfServer } from "./Client/Requirements.ts"
import { defaultLimits, type Session } from "./Client/Session.ts"
import { clockAheadOf, isTooFarApart, tooFarApart } from "./ClockAhead.ts"
import { PostgresFailure } from "./Failure.ts"

/** The first key of the advisory lock: "turn" in ASCII. */
const ours = 0x7475726e

/** The second key is the schema, so that several shops in one database have a lock each. */
const key = `${ours}, hashtext(current_schema())`

const take = `SELECT pg_try_advisory_lock(${key}) AS taken`

/**
 * The lock of a database that has the service's tables whole: a dump restores this trigger after all rows. NULL for any other, such as
 * a new server that waits for its restore.
 */
const takeOver = `SELECT CASE WHEN EXISTS (SELECT FROM pg_trigger WHERE tgname = 'audit_no_change' AND tgrelid = to_regclass('audit'))
    THEN pg_try_advisory_lock(${key}) END AS taken`

const giveBack = { text: `SELECT pg_advisory_unlock(${key})` }

/** Whether the session has the database's lock from now on. The lock belongs to the session, and ends with it. */
const tryLock = (session: Session, text = take): Effect.Effect<boolean | null, PostgresFailure> =>
  Effect.map(session.query({ text }), ({ rows }) => rows[0]?.taken)

/**
 * Names a process among the connections of the server, such as `turnover till-1:57778:4711`: its host, port and process number.
 * PostgreSQL keeps the first 63 bytes.
 */
const processName: Effect.Effect<string> = Effect.map(
  Effect.serviceOption(Environment),
  (settings) => `${ownName(Option.match(settings, { onNone: () => 0, onSome: ({ port }) => port }))}${process.pid}`
)

/** The part of the name that a command knows of the service on the same machine and port. */
export const ownName = (port: number): string => `turnover ${hostname().replaceAll(/[^\w.-]/g, "").slice(0, 35)}:${port}:`

/** The connection that has the lock. */
interface Holder {
  readonly pid: number
  readonly name: string
  /** Changes with each statement that the connection begins or ends. */
  readonly moves: string
  /**
   * Whether the server waits for the client. While it works on a statement, such as a COMMIT that waits for a synchronous standby, it
   * does not, nor where it does not track it. null if the user may not see it.
   */
  readonly idle: boolean | null
}

const held = `SELECT pid, application_name AS name, concat_ws(' ', pid, backend_start, query_start, state_change) AS moves,
    state <> 'disabled' AND (state <> 'active' OR wait_event_type = 'Client') AS idle
  FROM pg_stat_activity WHERE pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ${ours} AND objid::bigint = hashtext(current_schema()) & 4294967295)`

/** The process that serves the database; undefined if there is none. */
export const holder = (session: Pick<Session, "query">): Effect.Effect<Holder | undefined, PostgresFailure> =>
  Effect.map(session.query({ text: held }), ({ rows }) => rows[0] as Holder | undefined)

/**
 * Lets the server close the holder's connection, which frees the lock: that process can neither read nor write from then on. Nothing
 * happens if the connection has moved since.
 */
const endHolder = ({ moves, pid }: Holder, session: Session): Effect.Effect<unknown, PostgresFailure> =>
  session.query({
    text: `SELECT pg_terminate_backend(pid) FROM (${held}) AS holder WHERE pid = $1 AND moves = $2`,
    values: [pid, moves]
  })

const present = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND starts_with(application_name, $1)"

/** What the process at `place` does: it serves the database, or waits for that; null if it is not connected. */
export const roleAt = (place: string, session: Pick<Session, "query">): Effect.Effect<"holder" | "standby" | null, PostgresFailure> =>
  Effect.gen(function*() {
    const found = yield* holder(session)
    if (found?.name.startsWith(place)) return "holder"
    const { rows } = yield* session.query({ text: present, values: [place] })
    return rows.length > 0 ? "standby" : null
  })

/** Milliseconds between two attempts to take the lock. */
const tryEvery = 100
/** Milliseconds between two looks at the holder's connection. */
const lookEvery = 250
/**
 * Milliseconds without a movement after which the holder counts as stopped or cut off. It sends a statement each half second and gives
 * itself up after 2 s without an answer, so a holder that still runs has stopped by then.
 */
const staleAfter = 3_500
/** Milliseconds between two comparisons of a clock that is wrong. */
const compareEvery = 1_000

/** Finds out by the monotonic clock of this process whether a holder has stopped moving. A clock that is set has no effect. */
const movements = () => {
  let seen: Holder | undefined
  let since = 0
  return (found: Holder | undefined, now: number): boolean => {
    if (found === undefined || found.moves !== seen?.moves || found.idle !== true) since = now
    seen = found
    return now - since > staleAfter
  }
}

/** Waits until this machine's clock is near the server's. With a wrong clock, the wrong day would be settled. */
const untilClocksAgree = (session: Session): Effect.Effect<number, PostgresFailure> => {
  let isSaid = false
  const compare: Effect.Effect<number, PostgresFailure> = Effect.flatMap(clockAheadOf(session), (measured) => {
    if (!isTooFarApart(measured)) return Effect.succeed(measured.ahead)
    const say = isSaid ? Effect.void : Effect.logError(tooFarApart(measured))
    isSaid = true
    return Effect.zipRight(Effect.zipRight(say, Effect.sleep(compareEvery)), compare)
  })
  return compare
}

const noTables =
  "waiting for a restore: the database does not have all tables of the service; for a new shop, start the service again, which creates them"

/** Milliseconds between two attempts to read settings that have a fault. */
const readEvery = 1_000

/**
 * Waits until the session has the lock and the process the settings of now, and ends the connection of a holder that has stopped
 * moving. Returns by how many milliseconds this machine's clock is ahead of the server's.
 */
const waitForLock = (session: Session, process: ServingProcess, isStart: boolean): Effect.Effect<number, PostgresFailure> =>
  Effect.gen(function*() {
    const ahead = yield* untilClocksAgree(session)
    const hasStopped = movements()
    let lookAt = 0
    let isSaid = false
    let saidMessage = ""
    const say = (message: string) => {
      if (message === saidMessage) return Effect.void
      saidMessage = message
      return Effect.logError(message)
    }
    for (let isFirst = isStart;; isFirst = false) {
      const taken = yield* tryLock(session, isFirst ? take : takeOver)
      if (taken === true) {
        if (isFirst) return ahead
        const read = yield* Effect.either(process.readSettings)
        // The clock may have been set during the wait.
        if (Either.isRight(read)) return yield* untilClocksAgree(session)
        yield* session.query(giveBack)
        yield* say(`does not take over, because its settings have a fault: ${read.left.message}`)
        yield* Effect.sleep(readEvery)
      }
      const now = yield* monotonicMillis
      if (now >= lookAt) {
        lookAt = now + lookEvery
        const found = yield* holder(session)
        if (taken === null && found === undefined) yield* say(noTables)
        if (found !== undefined && hasStopped(found, now)) {
          yield* Effect.annotateLogs(Effect.logWarning("the process that serves the database has stopped: its connection is ended"), {
            holder: found.name
          })
          yield* endHolder(found, session)
        }
        if (!isSaid && found !== undefined) {
          isSaid = true
          yield* Effect.annotateLogs(Effect.logInfo("standing by: another process serves the database"), { holder: found.name })
        }
      }
      yield* Effect.sleep(tryEvery)
    }
  })

const reconnectEvery = "500 millis"

/** A connection that has the lock of the database. */
interface Held {
  readonly session: Session
  /** By how many milliseconds this machine's clock was ahead of the server's when the lock was taken; negative if it was behind. */
  readonly clockAhead: number
}

type HoldFailed = PostgresFailure | DatabaseUnavailable

/** Takes the lock, or says who has it. */
const takeNow = (address: PostgresAddress, session: Session): Effect.Effect<number, HoldFailed> =>
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

/**
 * Tries again while the server is away or a standby. What an operator has to correct ends a start; a process that has been connected
 * before waits for it.
 */
const patiently = <A>(address: PostgresAddress, process: ServingProcess, attempt: Effect.Effect<A, PostgresFailure, Scope.Scope>) => {
  let said = ""
  return Effect.retry(attempt, {
    while: (failure) => {
      if (failure.kind === "refused" && process.schema === null) return Effect.succeed(false)
      const { message } = refusalOfServer(address)(failure)
      const topic = failure.kind === "refused" ? message : failure.kind
      const say = said === topic ? Effect.void : Effect.logWarning(`waiting for the database: ${message}`)
      said = topic
      return Effect.as(Effect.zipRight(say, Effect.sleep(reconnectEvery)), true)
    }
  })
}

const taken = (address: PostgresAddress) =>
  Effect.gen(function*() {
    const { session } = yield* connectFit(address, yield* processName, defaultLimits)
    return { session, clockAhead: yield* takeNow(address, session) }
  })

const waitedFor = (address: PostgresAddress, process: ServingProcess) =>
  Effect.gen(function*() {
    const { isAtItsStart, schema } = process
    process.isAtItsStart = false
    const { facts, session } = yield* connectFit(address, yield* processName, defaultLimits, schema)
    process.schema = facts.schema
    return { session, clockAhead: yield* waitForLock(session, process, isAtItsStart) }
  })

/**
 * A connection that has the lock of the database until the scope closes. A service waits for the lock, and for a server that is away;
 * a command does neither.
 */
export const hold = (
  address: PostgresAddress,
  use: ServingProcess | "take"
): Effect.Effect<Held, DatabaseUnavailable, Scope.Scope> =>
  Effect.mapError(use === "take" ? orClosed(taken(address)) : patiently(address, use, orClosed(waitedFor(address, use))), (failure) =>
    failure instanceof PostgresFailure ? refusalOfServer(address)(failure) : failure).pipe(
      Effect.annotateLogs({ service: "database" })
    )
