import { Effect } from "effect"
import type { Query, ServerResult, Session } from "../../src/Database/Postgres/Client/Session.ts"
import { inDoubt, type PostgresFailure, unavailable } from "../../src/Database/Postgres/Failure.ts"
import type { ClientEnd } from "./Backend.ts"

/** The server's end of the connection. Everything that is sent to it takes the time of the network. */
interface FarEnd {
  readonly pid: () => number
  readonly receive: (query: Query) => void
  readonly hangUp: () => void
}

type Result = Effect.Effect<ServerResult, PostgresFailure>

/** The client's end of a connection, as the service's pool uses it. `arrived` is called with what the server has sent. */
export const clientSession = (after: (millis: number, wake: () => void) => () => void, deadline: number, far: FarEnd) => {
  const listeners: Array<(failure: PostgresFailure) => void> = []
  const notifications: Array<(payload: string) => void> = []
  const waiting: Array<() => void> = []
  let lost: PostgresFailure | undefined
  let isInTransaction = false
  let pending: { readonly done: (result: Result) => void; readonly stop: () => void } | undefined

  const settle = (result: Result) => {
    const settled = pending
    pending = undefined
    settled?.stop()
    settled?.done(result)
    waiting.shift()?.()
  }

  const lose = (why: PostgresFailure) => {
    if (lost !== undefined) return
    lost = why
    far.hangUp()
    settle(Effect.fail(inDoubt(why)))
    for (const listener of listeners) listener(why)
  }

  const send = (query: Query, done: (result: Result) => void): void => {
    if (lost !== undefined) return done(Effect.fail(lost))
    if (pending !== undefined) return void waiting.push(() => send(query, done))
    const millis = Math.min(query.within ?? deadline, deadline)
    pending = { done, stop: after(millis, () => lose(unavailable(`no answer from the database within ${millis} ms`))) }
    far.receive(query)
  }

  const arrived: ClientEnd = {
    answered: (answer, open) => {
      isInTransaction = open
      settle(Effect.succeed(answer))
    },
    failed: (failure, open) => {
      isInTransaction = open
      settle(Effect.fail(failure))
    },
    notified: (payload) => {
      if (lost === undefined) { for (const listener of notifications) listener(payload) }
    },
    lost: lose
  }

  const query: Session["query"] = (query) => Effect.uninterruptible(Effect.async((resume) => send(query, resume)))

  const session: Session = {
    query,
    together: (queries) => Effect.forEach(queries, query),
    isUsable: () => lost === undefined && !isInTransaction,
    isLost: () => lost !== undefined,
    processId: far.pid,
    onLost: (listener) => lost === undefined ? listeners.push(listener) : listener(lost),
    onNotification: (listener) => notifications.push(listener),
    destroy: () => lose(unavailable("the connection was given up")),
    close: Effect.sync(() => lose(unavailable("the connection was closed")))
  }

  return { arrived, session }
}
