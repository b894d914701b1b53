import type { Query, ServerResult } from "../../src/Database/Postgres/Client/Session.ts"
import type { PostgresFailure } from "../../src/Database/Postgres/Failure.ts"
import { commandOf, selfDescription } from "./Commands.ts"
import { statementsOf } from "./Dialect.ts"
import { type Holder, isDeadlock, lockHolder } from "./Holder.ts"
import { abortedTransaction, deadlock, idleInTransaction, lockTimeout, lostConnection, readOnly } from "./Refusals.ts"
import { type Effects, plan as planOf, type Statement } from "./Statement.ts"
import { type Store, transactions } from "./Transaction.ts"

/** The client's end of a connection. */
export interface ClientEnd {
  readonly answered: (answer: ServerResult, inTransaction: boolean) => void
  readonly failed: (failure: PostgresFailure, inTransaction: boolean) => void
  readonly notified: (payload: string) => void
  readonly lost: (failure: PostgresFailure) => void
}

/** The state that all connections of a server share. */
export interface Ground extends Store {
  readonly now: () => number
  /** Whether the server refuses changes. */
  readonly isReadOnly: () => boolean
  readonly after: (millis: number, wake: () => void) => () => void
  readonly ended: (backend: Backend) => void
}

export interface Backend {
  readonly pid: number
  readonly channels: ReadonlySet<string>
  /** Whether its statement waits for a lock. */
  readonly isWaiting: () => boolean
  readonly tryAgain: () => void
  readonly receive: (query: Query) => void
  readonly notified: (payload: string) => void
  /** The client has closed the connection, or its process has ended. */
  readonly hangUp: () => void
  /** The server ends the connection; uncommitted changes are undone. */
  readonly terminate: (failure: PostgresFailure) => void
}

const watchInterval = 500

/** A connection on the server's side. */
export const backend = (ground: Ground, pid: number, applicationName: string, client: ClientEnd): Backend => {
  const channels = new Set<string>()
  const settings = new Map([["lock_timeout", 0], ["idle_in_transaction_session_timeout", 0]])
  const holder = lockHolder()
  const transaction = transactions(ground, holder, () => terminate(lostConnection))
  let alive = true
  let stopIdling: () => void = () => undefined

  const end = () => {
    alive = false
    stopIdling()
    holder.giveUp()
    transaction.rollback()
    ground.ended(self)
  }

  const terminate = (why: PostgresFailure) => {
    if (!alive) return
    end()
    client.lost(why)
  }

  const idle = () => {
    const millis = settings.get("idle_in_transaction_session_timeout") ?? 0
    if (transaction.isOpen() && millis > 0) stopIdling = ground.after(millis, () => terminate(idleInTransaction))
  }

  const answer = (command: string, rows: ReadonlyArray<unknown> = []) => {
    client.answered({ command, rows: [...rows] as ServerResult["rows"] }, transaction.isOpen())
    idle()
  }

  const fail = (why: PostgresFailure) => {
    transaction.abort()
    client.failed(why, transaction.isOpen())
    idle()
  }

  const waitFor = (blocker: Holder, again: () => void) => {
    if (isDeadlock(holder, blocker)) return fail(deadlock)
    const millis = settings.get("lock_timeout") ?? 0
    const cancelTimeout = millis === 0 ? () => undefined : ground.after(millis, () => {
      holder.giveUp()
      fail(lockTimeout)
    })
    holder.wait({ blocker, again, cancelTimeout })
  }

  /** A statement about rows. `found`: what it had read before it waited for a lock. */
  const work = (statement: Statement, found?: Effects): void => {
    if (ground.isReadOnly() && (statement.plan.writes || statement.plan.locks !== undefined)) return fail(readOnly)
    const outcome = transaction.carryOut(statement, found)
    if (!alive) return
    switch (outcome._tag) {
      case "Done":
        return answer(statement.plan.command, outcome.effects.rows)
      case "Blocked":
        return waitFor(outcome.blocker, () => work({ ...statement, now: ground.now() }, outcome.found))
      case "Refused":
        return fail(outcome.failure)
    }
  }

  const set = (name: string, value: string) => {
    if (name === "application_name") applicationName = value
    else settings.set(name, Number(value))
  }

  /** Runs a command and returns the word of its response; undefined for a statement about rows. */
  const control = (text: string): string | undefined => {
    const command = commandOf(text)
    if (command === undefined) return undefined
    const { subject, value, word } = command
    if (word === "COMMIT") return transaction.end()
    if (word === "SET") set(subject, value)
    if (word === "BEGIN") transaction.begin()
    if (word === "ROLLBACK") transaction.rollback()
    if (word === "SAVEPOINT") transaction.savepoint(subject)
    if (word === "ROLLBACK TO SAVEPOINT") transaction.rollbackTo(subject)
    if (word === "LISTEN") channels.add(subject)
    return word
  }

  const receive = ({ rowMode, text, values = [] }: Query) => {
    if (!alive) return
    stopIdling()
    const statements = statementsOf(text)
    const last = statements.at(-1) ?? ""
    for (const statement of statements.slice(0, -1)) control(statement)
    if (transaction.isAborted() && !/^(ROLLBACK|COMMIT)/.test(last)) return fail(abortedTransaction)
    const command = control(last)
    if (!alive) return
    if (command !== undefined) return answer(command)
    const rows = selfDescription(last, pid, ground.rows.tables)
    if (rows !== undefined) return answer("SELECT", rows)
    work({ plan: planOf(last), values, rowMode, now: ground.now(), applicationName })
  }

  const self: Backend = {
    pid,
    channels,
    isWaiting: () => holder.waitsFor() !== undefined,
    tryAgain: holder.tryAgain,
    receive,
    notified: client.notified,
    // While a server works on a statement, it checks its client twice a second.
    hangUp: () => holder.waitsFor() === undefined ? alive && end() : void ground.after(watchInterval, () => alive && end()),
    terminate
  }
  return self
}
