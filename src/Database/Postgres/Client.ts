import type { Reactivity } from "@effect/experimental"
import { SqlClient, type SqlError, Statement } from "@effect/sql"
import { Clock, Context, Effect, identity, Option, type Queue, Random, type Scope } from "effect"
import * as Deadline from "../../Concurrency/Deadline.ts"
import * as Permit from "../../Concurrency/FairLock.ts"
import { traced } from "../../Tracing.ts"
import { DatabaseUnavailable } from "../DatabaseUnavailable.ts"
import { withPlainStatements } from "../PlainStatements.ts"
import { Unfit } from "../Unfit.ts"
import { describe, type PostgresAddress } from "./Address.ts"
import { connect, type Open } from "./Client/Connect.ts"
import { type ConnectionLimits, defaultLimits, listenerLimits } from "./Client/ConnectionLimits.ts"
import { defaultListenLimits, type Hint, listen } from "./Client/Listen.ts"
import * as Pool from "./Client/Pool.ts"
import { durability, explain, type Facts, factsOf, faultOf, isDirect, refuseTransactionPooler } from "./Client/Requirements.ts"
import type { Query, Session } from "./Client/Session.ts"
import { beginOn, connectionOf, levelOf, nest, type Run, transact } from "./Client/Transaction.ts"
import { asWrite, isStandby, noConnectionFree, type PostgresFailure, refused, sqlError } from "./Failure.ts"
import { aheadOf } from "./Replicas/ServerClock.ts"

export interface PostgresDatabase {
  readonly sql: SqlClient.SqlClient
  /** The server's facts about itself, and whether it is reached without a pooler. */
  readonly server: Facts & { readonly isDirect: boolean }
  /** Fails when the server does not respond, has become a standby, or no longer makes commits durable. */
  readonly ping: Effect.Effect<void, SqlError.SqlError | Unfit>
  /** By how many milliseconds, at least, this machine's clock is ahead of the server's; negative if it is behind. */
  readonly clockAhead: Effect.Effect<number, SqlError.SqlError>
  /** Hints that another client has notified the channel, on a connection outside of the pool. */
  readonly listen: (channel: string) => Effect.Effect<Listener, never, Scope.Scope>
}

export interface Listener {
  readonly hints: Queue.Dequeue<Hint>
  /**
   * Runs reads on the connection that listens. They do not wait for a connection of the pool; all of these may be waiting for a
   * lock. If the listening connection is lost, the reads continue on a new one.
   */
  readonly aside: <A, E, R>(reads: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

const compiler = Statement.makeCompiler({
  dialect: "pg",
  placeholder: (index) => `$${index}`,
  onIdentifier: Statement.defaultEscape("\""),
  onRecordUpdate: (placeholders, alias, columns, values, returning) => [
    `(values ${placeholders}) AS ${alias}${columns}${returning ? ` RETURNING ${returning[0]}` : ""}`,
    returning ? values.flat().concat(returning[1]) : values.flat()
  ],
  onCustom: () => ["", []]
})

/** A read can be sent again, whether or not the first attempt ran. */
const onlyReads = ({ text }: Query): boolean => /^\s*(select|show|table|values)\b/i.test(text)

/** A server that reports why it refuses a connection does respond, so it is not silent. */
const unfitFor = (failure: PostgresFailure): SqlError.SqlError | Unfit => {
  const { message, state } = failure
  if (state === isStandby) return new Unfit({ code: "standby", settings: "", message })
  return state === noConnectionFree ? new Unfit({ code: "busy", settings: "", message }) : sqlError(failure)
}

const begunByHand = refused("a transaction is begun with withTransaction only")

const givenBack = refused("the connection was given back")

const run = (query: Query) => (session: Session) =>
  Effect.flatMap(Deadline.left, (left) =>
    Effect.filterOrFail(
      session.query(left === Infinity ? query : { ...query, within: Math.max(1, left) }),
      () => session.isUsable(),
      () => begunByHand
    ))

/** Checks once, without retries, whether the server can be used: a person who starts the service waits for the result. */
const examine = (address: PostgresAddress, open: Open) => {
  const name = `the database ${describe(address)}`
  return Effect.acquireUseRelease(
    Effect.mapError(open(identity), (failure) => explain(address, failure)),
    (session) =>
      Effect.gen(function*() {
        const facts = yield* factsOf(session)
        const fault = faultOf(facts)
        if (fault !== null) return yield* Effect.fail(refused(fault))
        yield* refuseTransactionPooler(session, facts, open, String(yield* Random.nextInt))
        return { ...facts, isDirect: isDirect(session, facts) }
      }).pipe(Effect.mapError(({ kind, message }) => `${name} ${kind === "refused" ? message : `cannot be used: ${message}`}`)),
    (session) => session.close
  ).pipe(Effect.mapError((message) => new DatabaseUnavailable({ message })))
}

/**
 * A `SqlClient` on a PostgreSQL server. Waiting for a connection can be interrupted. A statement cannot; it ends within its
 * deadline. Each transaction is READ COMMITTED with three timeouts. It counts as committed only if the server confirms its COMMIT.
 */
export const make = (
  address: PostgresAddress,
  applicationName: string,
  limits: ConnectionLimits = defaultLimits
): Effect.Effect<PostgresDatabase, DatabaseUnavailable, Scope.Scope | Reactivity.Reactivity> =>
  Effect.gen(function*() {
    const open = connect(address, applicationName, limits)
    const server = yield* examine(address, open)
    const pool = yield* Pool.make(open, limits)

    /**
     * After a restart of the server, all idle connections may be lost without an error. Each is tried at most once, and none after
     * `limits.acquire`.
     */
    const first = <A>(use: (session: Session) => Effect.Effect<A, PostgresFailure>, isRepeatable: boolean, restore: Permit.Restore) =>
      Effect.flatMap(Clock.currentTimeMillis, (since) => {
        const attempt = (left: number): Effect.Effect<readonly [A, Session], PostgresFailure> =>
          Effect.flatMap(pool.acquire(restore), (session) =>
            Effect.matchEffect(use(session), {
              onSuccess: (result) => Effect.succeed([result, session] as const),
              onFailure: (failure) =>
                Effect.flatMap(Effect.zipRight(pool.release(session), Clock.currentTimeMillis),
                  (now) =>
                    isRepeatable && session.isLost() && left > 0 && now - since < limits.acquire ? attempt(left - 1) : Effect.fail(failure))
            }))
        return attempt(limits.connections)
      })

    const plainly: Run = (query) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(first(run(query), onlyReads(query), restore), ([result, session]) => Effect.as(pool.release(session), result))
      ).pipe(Effect.mapError((failure) => onlyReads(query) ? failure : asWrite(failure)))
    const plain = connectionOf(plainly)

    const reserve = Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.mapError(pool.acquire(restore), sqlError), (session) => {
        const permit = Permit.make()
        let over = false
        const connection = connectionOf((query) =>
          permit.hold(() => Effect.suspend(() => over ? Effect.fail(givenBack) : session.query(query)))
        )
        // The connection is closed, because the next caller must not inherit its settings and locks.
        const end = permit.hold(() =>
          Effect.suspend(() => {
            over = true
            return session.close
          })
        )
        return Effect.as(Effect.addFinalizer(() => end), connection)
      })
    )

    const made = yield* SqlClient.make({
      acquirer: Effect.succeed(plain),
      transactionAcquirer: reserve,
      compiler,
      spanAttributes: [["db.system.name", "postgresql"]]
    })
    const client = withPlainStatements(made, plain)

    const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(
          Effect.mapError(first((session) => beginOn(session, limits, applicationName), true, restore), sqlError),
          ([, session]) => Effect.ensuring(transact(effect, session, limits, restore), pool.release(session))
        )
      ).pipe(traced("sql.transaction", "client"))

    const sql: SqlClient.SqlClient = Object.assign(client, {
      withTransaction: <R, E, A>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
        Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), Option.match({
          onNone: () => inTransaction(effect),
          onSome: ([connection]) => {
            const level = levelOf(connection)
            return level === undefined ? inTransaction(effect) : nest(effect, level)
          }
        }))
    })

    return {
      sql,
      server,
      ping: Effect.flatMap(Effect.mapError(plainly({ text: durability.text }), unfitFor), ({ rows }) => {
        const unfit = durability.unfitOf(rows[0])
        return unfit === null ? Effect.void : Effect.fail(unfit)
      }),
      // In a transaction, the statement uses the transaction's connection: all others may be waiting for its lock.
      clockAhead: aheadOf(({ text }) => Effect.map(sql.unsafe(text), (rows) => ({ rows }))),
      listen: (channel) => {
        const open = connect(address, applicationName, listenerLimits(limits))
        const listening = listen(open, channel, defaultListenLimits, applicationName, pool.discardIdle, pool.hurry)
        return Effect.map(listening, ({ connection, hints }) => {
          const read: Run = (query) =>
            Effect.suspend(() => {
              const own = connection()
              return own === undefined ?
                plainly(query) :
                Effect.catchIf(own.query(query), () => own.isLost(), () => Effect.zipRight(pool.discardIdle, plainly(query)))
            })
          const asideConnection = connectionOf(read)
          return {
            hints,
            aside: <A, E, R>(reads: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
              Effect.mapInputContext(reads,
                (context: Context.Context<R>) => Context.add(context, SqlClient.TransactionConnection, [asideConnection, 0] as const))
          }
        })
      }
    }
  })
