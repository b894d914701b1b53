import { Deferred, Effect, Exit, FiberId } from "effect"
import type { Client, QueryResult } from "pg"
import { failureOf, inDoubt, isFatal, type PostgresFailure, refused, stateOf, unavailable } from "../Failure.ts"

/** Bounds of a connection; all times in milliseconds. */
export interface Limits {
  readonly connect: number
  /** `statement_timeout`: the server's bound on one statement. */
  readonly statement: number
  /** `lock_timeout`. It is shorter than the statement timeout, which would otherwise always end the wait first. */
  readonly lock: number
  /** How long after `statement` the client still waits for a result before it drops the connection. */
  readonly grace: number
}

export const defaultLimits: Limits = { connect: 3_000, statement: 4_000, lock: 3_000, grace: 500 }

export interface Query {
  readonly text: string
  readonly values?: ReadonlyArray<unknown>
  readonly rowMode?: "array"
  /** Milliseconds after which the connection is dropped, if that is before its deadline. */
  readonly within?: number
  /** Asked at the deadline, and then each second: the connection is kept while the answer is true. It never rejects. */
  readonly isWaitedFor?: () => Promise<boolean>
}

/** PostgreSQL's result of the last statement of a text. */
export type ServerResult = Pick<QueryResult, "command" | "rows">

/** One connection. The driver sends each query after the result of the previous one. */
export interface Session {
  /** Runs to its end, uninterruptibly, within the deadline. After the deadline the connection is dropped. */
  readonly query: (query: Query) => Effect.Effect<ServerResult, PostgresFailure>
  /** Fails once the connection is lost. */
  readonly lost: Effect.Effect<never, PostgresFailure>
  readonly isInTransaction: () => boolean
  /** The server process that the server named when the connection started; behind a pooler, it is a different one. */
  readonly processId: () => number | null
  /** Closes the socket without notifying the server: an orderly end waits for a response that may never come. */
  readonly destroy: () => void
  /** Ends the connection in an orderly way; after a second, closes it. */
  readonly close: Effect.Effect<void>
}

/** An error without SQLSTATE on an open connection means a value that could not be sent or read. */
const failedStatement = (cause: unknown): PostgresFailure => stateOf(cause) === "" ? refused(failureOf(cause).message) : failureOf(cause)

const lastOf = (result: QueryResult | Array<QueryResult>): ServerResult =>
  Array.isArray(result) ? result.at(-1) ?? { command: "", rows: [] } : result

/** Milliseconds between two questions whether a statement is still waited for. */
const askEvery = 1_000

/** Wraps a client of `pg` that is connected or about to be. */
export const make = (client: Client, { grace, statement }: Limits): Session => {
  const gone = Deferred.unsafeMake<never, PostgresFailure>(FiberId.none)
  let lost: PostgresFailure | undefined
  const pending = new Set<(failure: PostgresFailure) => void>()
  const lose = (failure: PostgresFailure) => {
    if (lost !== undefined) return
    lost = failure
    client.connection.stream.destroy()
    for (const fail of pending) fail(inDoubt(failure))
    Deferred.unsafeDone(gone, Exit.fail(failure))
  }
  client.on("error", (cause) => lose(failureOf(cause)))
  client.on("end", () => lose(unavailable("the connection ended")))

  return {
    query: ({ isWaitedFor = () => Promise.resolve(false), within = Infinity, ...query }) =>
      Effect.uninterruptible(Effect.async<ServerResult, PostgresFailure>((resume) => {
        if (lost !== undefined) return resume(Effect.fail(lost))
        const millis = Math.min(within, statement + grace)
        const giveUp = () => lose(unavailable(`no answer from the database within ${millis} ms`))
        const ask = () =>
          void isWaitedFor().then((isWaiting) => {
            if (!pending.has(fail)) return
            if (isWaiting) timer = setTimeout(late, askEvery)
            else giveUp()
          })
        // After a standstill of the process, timers come before the answers that have arrived meanwhile.
        const late = () => void setImmediate(() => pending.has(fail) ? ask() : undefined)
        let timer = setTimeout(late, millis)
        const settle = (outcome: Effect.Effect<ServerResult, PostgresFailure>) => {
          clearTimeout(timer)
          pending.delete(fail)
          resume(outcome)
        }
        const fail = (failure: PostgresFailure) => settle(Effect.fail(failure))
        pending.add(fail)
        client.query({ ...query, values: query.values as Array<unknown> }).then(
          (result) => settle(Effect.succeed(lastOf(result))),
          (cause: unknown) =>
            fail(lost !== undefined ? inDoubt(lost) : isFatal(cause) ? inDoubt(failedStatement(cause)) : failedStatement(cause))
        )
      })),
    lost: Deferred.await(gone),
    isInTransaction: () => client.getTransactionStatus() !== "I",
    processId: () => {
      const id: unknown = Reflect.get(client, "processID")
      return typeof id === "number" ? id : null
    },
    destroy: () => lose(unavailable("the connection was given up")),
    close: Effect.suspend(() => {
      if (lost === undefined) client.end(() => undefined)
      const timer = setTimeout(() => lose(unavailable("the connection was closed")), 1_000)
      return Effect.ensuring(Effect.ignore(Deferred.await(gone)), Effect.sync(() => clearTimeout(timer)))
    })
  }
}
