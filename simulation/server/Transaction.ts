import { attempts, type Outcome } from "./Attempt.ts"
import type { Holder } from "./Holder.ts"
import type { Locks } from "./Locks.ts"
import type { Rows } from "./Rows.ts"
import type { Effects, Notification, Statement } from "./Statement.ts"

/** The state that all transactions of a server share. */
export interface Store {
  readonly rows: Rows
  readonly locks: Locks<Holder>
  /** Called when a transaction has ended, so that those waiting for its locks try again. */
  readonly released: () => void
  readonly notify: (notifications: ReadonlyArray<Notification>) => void
  /** Whether the connection is cut at a commit, and before or after it. */
  readonly cut: () => "before" | "after" | undefined
}

interface Transaction {
  log: Array<Statement>
  aborted: boolean
  readonly savepoints: Map<string, number>
  readonly notified: Array<Notification>
}

const begun = (): Transaction => ({ log: [], aborted: false, savepoints: new Map(), notified: [] })

/**
 * The transactions of one connection, one after another. READ COMMITTED: each statement sees the commits before it.
 * @param lose ends the connection if it is cut at a commit
 */
export const transactions = (store: Store, holder: Holder, lose: () => void) => {
  const attempt = attempts(store.rows, store.locks, holder)
  /** The transaction that BEGIN has opened. */
  let open: Transaction | undefined

  const close = () => {
    open = undefined
    store.locks.release(holder)
    store.released()
  }

  const rollback = () => {
    if (open === undefined) return
    store.rows.forget(open)
    close()
  }

  const commit = (transaction: Transaction) => {
    const cut = store.cut()
    if (cut === "before") return lose()
    store.rows.commit(transaction, transaction.log)
    close()
    store.notify(transaction.notified)
    if (cut === "after") lose()
  }

  return {
    isOpen: () => open !== undefined,
    isAborted: () => open?.aborted === true,
    begin: () => {
      open = begun()
    },
    abort: () => {
      if (open !== undefined) open.aborted = true
    },
    rollback,
    /** Ends the transaction as COMMIT does: an aborted one is rolled back. */
    end: (): "COMMIT" | "ROLLBACK" => {
      if (open?.aborted === false) {
        commit(open)
        return "COMMIT"
      }
      rollback()
      return "ROLLBACK"
    },
    savepoint: (name: string) => {
      open?.savepoints.set(name, open.log.length)
    },
    rollbackTo: (name: string) => {
      if (open === undefined) return
      store.rows.forget(open)
      open.log = open.log.slice(0, open.savepoints.get(name) ?? 0)
      open.aborted = false
    },
    /** Runs a statement about rows; outside a transaction, the statement is one itself. `found` is as in an attempt. */
    carryOut: (statement: Statement, found: Effects | undefined): Outcome => {
      const current = open ?? begun()
      const outcome = attempt(statement, current, current.log, found)
      if (outcome._tag !== "Done") {
        if (open === undefined) store.rows.forget(current)
        return outcome
      }
      if (statement.plan.writes) current.log.push(statement)
      current.notified.push(...outcome.effects.notified)
      if (open !== undefined) store.locks.take(holder, outcome.locks)
      else if (statement.plan.writes || current.notified.length > 0) commit(current)
      return outcome
    }
  }
}
