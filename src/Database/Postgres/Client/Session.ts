import { Effect } from "effect"
import type { Client, CustomTypesConfig, Query as DriverQuery, QueryResult } from "pg"
import { failureOf, inDoubt, isFatal, type PostgresFailure, refused, stateOf, unavailable } from "../Failure.ts"
import { batch } from "./Batch.ts"

export interface Query {
  readonly text: string
  readonly values?: ReadonlyArray<unknown>
  readonly rowMode?: "array"
  /** The protocol that accepts a single statement, with or without parameters. */
  readonly queryMode?: "extended"
  /** Milliseconds after which the connection is dropped, if that is before its deadline. */
  readonly within?: number
}

/** PostgreSQL's result of the last statement of a text. */
export type ServerResult = Pick<QueryResult, "command" | "rows">

/** One connection. Queries run one at a time: each is sent after the result of the previous one. */
export interface Session {
  /** Runs to its end, uninterruptibly, within the deadline. After the deadline the connection is dropped. */
  readonly query: (query: Query) => Effect.Effect<ServerResult, PostgresFailure>
  /**
   * Runs several queries in one round trip, within the time of the first. If one fails, the later ones are not carried out, and all
   * fail.
   */
  readonly together: (queries: ReadonlyArray<Query>) => Effect.Effect<ReadonlyArray<ServerResult>, PostgresFailure>
  /** Connected, and in no transaction. */
  readonly isUsable: () => boolean
  readonly isLost: () => boolean
  /** The server process that the server named when the connection started; behind a pooler, it is a different one. */
  readonly processId: () => number | null
  /** Calls the listener once; immediately if the connection is already lost. */
  readonly onLost: (listener: (failure: PostgresFailure) => void) => void
  readonly onNotification: (listener: (payload: string) => void) => void
  /** Closes the socket without notifying the server: an orderly end waits for a response that may never come. */
  readonly destroy: () => void
  /** Ends the connection in an orderly way; after a second, closes it. */
  readonly close: Effect.Effect<void>
}

const closeWithin = 1_000

const nothing: ServerResult = { command: "", rows: [] }

/** An error without SQLSTATE on an open connection means a value that could not be sent or read. */
const refusalOf = (cause: unknown): PostgresFailure => stateOf(cause) === "" ? refused(failureOf(cause).message) : failureOf(cause)

/** Wraps a client of `pg` that is connected or about to be. */
export const make = (client: Client, Query: typeof DriverQuery, deadline: number): Session => {
  let lost: PostgresFailure | undefined
  let settle: (() => void) | undefined
  const listeners: Array<(failure: PostgresFailure) => void> = []

  const lose = (failure: PostgresFailure) => {
    if (lost !== undefined) return
    lost = failure
    client.connection.stream.destroy()
    settle?.()
    for (const listener of listeners) listener(failure)
  }

  client.on("error", (cause) => lose(failureOf(cause)))
  client.on("end", () => lose(unavailable("the connection ended")))
  // The server is ready again, even after an error. Only then may the next query be sent.
  client.on("drain", () => settle?.())

  const send = <A>(within: number, submit: (settled: (cause: unknown, result: A) => void) => void) =>
    Effect.uninterruptible(Effect.async<A, PostgresFailure>((resume) => {
      if (lost !== undefined) return resume(Effect.fail(lost))
      let outcome: { readonly cause?: unknown; readonly result?: A } | undefined
      const millis = Math.min(within, deadline)
      const timer = setTimeout(() => lose(unavailable(`no answer from the database within ${millis} ms`)), millis)
      settle = () => {
        settle = undefined
        clearTimeout(timer)
        if (outcome?.result !== undefined) return resume(Effect.succeed(outcome.result))
        if (outcome === undefined) return resume(Effect.fail(inDoubt(lost ?? unavailable("no answer"))))
        const failure = refusalOf(outcome.cause)
        resume(Effect.fail(isFatal(outcome.cause) ? inDoubt(failure) : failure))
      }
      submit((cause, result) => {
        // After a value that cannot be sent, `pg` calls back a second time, as if the query had succeeded.
        outcome ??= cause ? { cause } : { result }
      })
    }))

  const types: CustomTypesConfig = { getTypeParser: client.getTypeParser.bind(client) }

  const lastOf = (result: ServerResult | Array<ServerResult>) => Array.isArray(result) ? result[result.length - 1] ?? nothing : result

  return {
    query: ({ within = deadline, ...query }) =>
      send<ServerResult>(within, (settled) =>
        client.query({ ...query, values: query.values as Array<unknown> }, (cause: unknown, result: ServerResult | Array<ServerResult>) =>
          settled(cause, lastOf(result)))),
    together: (queries) =>
      send<ReadonlyArray<ServerResult>>(queries[0]?.within ?? deadline, (settled) =>
        void client.query(batch(Query, types, queries, settled))),
    isUsable: () => lost === undefined && client.getTransactionStatus() === "I",
    isLost: () => lost !== undefined,
    processId: () => {
      const id: unknown = Reflect.get(client, "processID")
      return typeof id === "number" ? id : null
    },
    onLost: (listener) => lost === undefined ? listeners.push(listener) : listener(lost),
    onNotification: (listener) => client.on("notification", ({ payload = "" }) => listener(payload)),
    destroy: () => lose(unavailable("the connection was given up")),
    close: Effect.async((resume) => {
      if (lost !== undefined) return resume(Effect.void)
      const timer = setTimeout(() => lose(unavailable("the connection was closed")), closeWithin)
      listeners.push(() => {
        clearTimeout(timer)
        resume(Effect.void)
      })
      client.end(() => undefined)
    })
  }
}
