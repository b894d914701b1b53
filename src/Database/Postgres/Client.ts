import type { Reactivity } from "@effect/experimental"
import { SqlClient, type SqlConnection, SqlError, Statement } from "@effect/sql"
import { Context, Effect, Option, type Scope, Stream } from "effect"
import * as Deadline from "../../Concurrency/Deadline.ts"
import * as FairLock from "../../Concurrency/FairLock.ts"
import { withPlainStatements } from "../PlainStatements.ts"
import type { Query, ServerResult, Session } from "./Client/Session.ts"
import { asWrite, type PostgresFailure, refused, rolledBack, sqlError, unavailable } from "./Failure.ts"

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

type Run = (query: Query) => Effect.Effect<ServerResult, PostgresFailure>

/** A connection in the form of `@effect/sql`, over a function that runs a query. */
const connectionOf = (run: Run): SqlConnection.Connection => {
  const send = (query: Query) => Effect.mapError(run(query), sqlError)
  const execute: SqlConnection.Connection["execute"] = (text, values, transformRows) =>
    Effect.map(send({ text, values }), ({ rows }) => transformRows ? transformRows(rows) : rows)
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, values) => send({ text, values }),
    executeValues: (text, values) => Effect.map(send({ text, values, rowMode: "array" }), ({ rows }) => rows),
    executeStream: (text, values, transformRows) => Stream.unwrap(Effect.map(execute(text, values, transformRows), Stream.fromIterable))
  }
}

const transactionOver = refused("the transaction is over")
const begunByHand = refused("a transaction is begun with withTransaction only")
const tooLate = unavailable("the time for the change is over")

/** A statement is begun only before its deadline. The connection carries the shop's lock, so no deadline of a caller ends it. */
const inTime = <A>(work: Effect.Effect<A, PostgresFailure>) =>
  Effect.flatMap(Deadline.left, (left) => left <= 0 ? Effect.fail(tooLate) : work)

interface Made {
  readonly sql: SqlClient.SqlClient
  readonly run: Run
  /** Whether a COMMIT has waited for a synchronous standby for longer than a statement may take. */
  readonly isCommitWaiting: () => boolean
}

/**
 * A `SqlClient` on one connection. Statements and transactions hold it one after another, in the order in which they came; only the
 * wait can be interrupted. A transaction counts as committed only if the server confirms its COMMIT. `isWaitedFor` says whether a
 * COMMIT without an answer waits for a synchronous standby, and is to be waited for.
 */
export const make = (
  session: Session,
  isWaitedFor: Effect.Effect<boolean> = Effect.succeed(false)
): Effect.Effect<Made, never, Scope.Scope | Reactivity.Reactivity> =>
  Effect.gen(function*() {
    let isCommitWaiting = false
    const stillWaits = Effect.map(isWaitedFor, (isWaiting) => isCommitWaiting = isWaiting)
    const endOf = (isIncomplete: boolean): Query =>
      isIncomplete ? { text: "ROLLBACK" } : { text: "COMMIT", isWaitedFor: () => Effect.runPromise(stillWaits) }

    const lock = FairLock.make()
    const run: Run = (query) =>
      lock.hold(() =>
        Effect.flatMap(session.query(query), (result) =>
          session.isInTransaction()
            ? Effect.zipRight(session.query({ text: "ROLLBACK" }), Effect.fail(begunByHand))
            : Effect.succeed(result))
      )
    const plain = connectionOf(run)
    const made = yield* SqlClient.make({
      acquirer: Effect.succeed(plain),
      // For the stock `withTransaction`, which is replaced below.
      transactionAcquirer: Effect.succeed(plain),
      compiler,
      spanAttributes: [["db.system.name", "postgresql"]]
    })
    const client = withPlainStatements(made, plain)

    const transact = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
      lock.hold((restore) => {
        let over = false
        let failed: PostgresFailure | undefined
        // The server knows nothing of a statement whose value cannot be sent, and would commit the others.
        let isIncomplete = false
        const connection = connectionOf((query) =>
          Effect.suspend(() =>
            over ? Effect.fail(transactionOver) : Effect.tapError(inTime(session.query(query)), (failure) =>
              Effect.sync(() => {
                failed ??= failure
                isIncomplete ||= failure.state === ""
              }))
          )
        )
        const within = Effect.mapInputContext(effect,
          (context: Context.Context<R>) => Context.add(context, SqlClient.TransactionConnection, [connection, 0] as const))
        const end = Effect.sync(() => {
          over = true
        })
        const commit = Effect.suspend(() =>
          session.query(endOf(isIncomplete)).pipe(
            Effect.mapError(asWrite),
            Effect.ensuring(Effect.sync(() => {
              isCommitWaiting = false
            })),
            Effect.filterOrFail(({ command }) => command === "COMMIT", () => rolledBack(failed))
          )
        )
        return Effect.mapError(inTime(session.query({ text: "BEGIN" })), sqlError).pipe(
          Effect.zipRight(Effect.ensuring(restore(within), end)),
          Effect.tapErrorCause(() => Effect.ignore(session.query({ text: "ROLLBACK" }))),
          Effect.zipLeft(Effect.mapError(commit, sqlError))
        )
      })

    // Nested transactions are savepoints, by the stock client.
    const nest = client.withTransaction
    const sql: SqlClient.SqlClient = Object.assign(client, {
      withTransaction: <R, E, A>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
        Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), Option.match({
          onNone: () => transact(effect),
          onSome: () => nest(effect)
        }))
    })
    return { sql, run, isCommitWaiting: () => isCommitWaiting }
  })
