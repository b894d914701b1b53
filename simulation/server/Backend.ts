import { kindOfState, PostgresFailure } from "../../src/Database/Postgres/Failure.ts"
import type { Answer, Query } from "../../src/Database/Postgres/Session.ts"
import { statementsOf } from "./Dialect.ts"
import type { locks } from "./Locks.ts"
import { type Effects, type Notification, plan as planOf, type rows, type Statement } from "./Rows.ts"

/** The client's end of a connection. */
export interface ClientEnd {
  readonly answered: (answer: Answer, inTransaction: boolean) => void
  readonly failed: (failure: PostgresFailure, inTransaction: boolean) => void
  readonly notified: (payload: string) => void
  readonly lost: (failure: PostgresFailure) => void
}

interface Transaction {
  log: Array<Statement>
  aborted: boolean
  readonly savepoints: Map<string, number>
  readonly notified: Array<Notification>
}

interface Wait {
  readonly blocker: Backend
  readonly again: () => void
  readonly cancelTimeout: () => void
}

/** What all connections of a server share. */
export interface Ground {
  readonly rows: ReturnType<typeof rows>
  readonly locks: ReturnType<typeof locks<Backend>>
  readonly now: () => number
  readonly after: (millis: number, wake: () => void) => () => void
  /** A transaction has ended: those that wait for its locks try again. */
  readonly released: () => void
  readonly notify: (notifications: ReadonlyArray<Notification>) => void
  /** Whether the connection is cut at a commit, and on which side of it. */
  readonly cut: () => "before" | "after" | undefined
  readonly ended: (backend: Backend) => void
}

export interface Backend {
  readonly pid: number
  readonly channels: ReadonlySet<string>
  /** The transaction that holds the lock which it waits for. */
  readonly waitsFor: () => Backend | undefined
  readonly tryAgain: () => void
  readonly receive: (query: Query) => void
  readonly notified: (payload: string) => void
  /** The client has closed the connection, or its process has ended. */
  readonly hangUp: () => void
  /** The server ends the connection; what is not committed is undone. */
  readonly terminate: (failure: PostgresFailure) => void
  readonly isInTransaction: () => boolean
}

const failure = (state: string, message: string) => new PostgresFailure({ kind: kindOfState(state), state, message, inDoubt: false })

export const lostConnection = failure("", "Connection terminated unexpectedly")

/** Of SQLite's extended codes, the SQLSTATE. */
const constraints: Readonly<Record<string, string>> = {
  SQLITE_CONSTRAINT_UNIQUE: "23505",
  SQLITE_CONSTRAINT_PRIMARYKEY: "23505",
  // The audit's trigger refuses a record whose id is taken before SQLite looks at its key.
  SQLITE_CONSTRAINT_TRIGGER: "23505",
  SQLITE_CONSTRAINT_FOREIGNKEY: "23503",
  SQLITE_CONSTRAINT_CHECK: "23514",
  SQLITE_CONSTRAINT_NOTNULL: "23502"
}

const refusal = (cause: unknown): PostgresFailure => {
  const state = constraints[cause instanceof Error && "code" in cause ? String(cause.code) : ""]
  if (state === undefined) throw cause
  return failure(state, cause instanceof Error ? cause.message : String(cause))
}

const facts = { fsync: "on", fullPageWrites: "on", synchronousCommit: "on", standby: false }

const watchInterval = 500

const words =
  /^\s*(BEGIN|COMMIT|ROLLBACK TO SAVEPOINT|ROLLBACK|SAVEPOINT|RELEASE SAVEPOINT|SET|LISTEN|UNLISTEN|LOCK|CREATE TABLE IF NOT EXISTS)\b\s*"?(\w*)/

/** A connection on the server's side. READ COMMITTED: each statement sees what is committed as it runs. */
export const backend = (ground: Ground, pid: number, applicationName: string, client: ClientEnd): Backend => {
  const channels = new Set<string>()
  const settings = new Map([["lock_timeout", 0], ["idle_in_transaction_session_timeout", 0]])
  let transaction: Transaction | undefined
  let wait: Wait | undefined
  let alive = true
  let stopIdling: () => void = () => undefined

  const releaseLocks = () => {
    ground.locks.release(self)
    ground.released()
  }

  const undo = () => {
    if (transaction === undefined) return
    ground.rows.forget(transaction)
    transaction = undefined
    releaseLocks()
  }

  const end = () => {
    alive = false
    stopIdling()
    wait?.cancelTimeout()
    wait = undefined
    undo()
    ground.ended(self)
  }

  const terminate = (why: PostgresFailure) => {
    if (!alive) return
    end()
    client.lost(why)
  }

  const idle = () => {
    const millis = settings.get("idle_in_transaction_session_timeout") ?? 0
    if (transaction === undefined || millis === 0) return
    stopIdling = ground.after(millis, () => terminate(failure("25P03", "terminating connection due to idle-in-transaction timeout")))
  }

  const answer = (command: string, rows: ReadonlyArray<unknown> = []) => {
    client.answered({ command, rows: [...rows] as Answer["rows"] }, transaction !== undefined)
    idle()
  }

  const fail = (why: PostgresFailure) => {
    if (transaction !== undefined) transaction.aborted = true
    client.failed(why, transaction !== undefined)
    idle()
  }

  const isDeadlock = (blocker: Backend) => {
    for (let other: Backend | undefined = blocker; other !== undefined; other = other.waitsFor()) if (other === self) return true
    return false
  }

  const waitFor = (blocker: Backend, again: () => void) => {
    if (isDeadlock(blocker)) return fail(failure("40P01", "deadlock detected"))
    const millis = settings.get("lock_timeout") ?? 0
    const cancelTimeout = millis === 0 ? () => undefined : ground.after(millis, () => {
      wait = undefined
      fail(failure("55P03", "canceling statement due to lock timeout"))
    })
    wait = { blocker, again, cancelTimeout }
  }

  const commit = (committing: Transaction): void => {
    const cut = ground.cut()
    if (cut === "before") return terminate(lostConnection)
    ground.rows.commit(committing, committing.log)
    transaction = undefined
    releaseLocks()
    ground.notify(committing.notified)
    if (cut === "after") terminate(lostConnection)
  }

  /** A statement about rows. `kept` is what one that has waited for a lock had found elsewhere before it waited. */
  const work = (statement: Statement, kept?: Effects): void => {
    const { plan } = statement
    const own = transaction
    const current: Transaction = own ?? { log: [], aborted: false, savepoints: new Map(), notified: [] }
    const wanted = plan.locks !== undefined ? [`${plan.locks}:*`] : plan.advisory !== undefined ? [`advisory:${plan.advisory}`] : []
    let blocker = ground.locks.blocker(self, wanted)
    let effects: Effects | undefined
    try {
      if (plan.writes) {
        effects = ground.rows.change(statement, current, current.log, (touched) => {
          blocker = ground.locks.blocker(self, touched)
          return blocker === undefined
        })
      } else if (blocker === undefined && kept !== undefined) effects = kept
      else if (blocker === undefined || plan.readsBesides)
        effects = plan.advisory === undefined
          ? ground.rows.read(statement, current, current.log)
          : { rows: [{}], touched: new Set(), notified: [] }
    } catch (cause) {
      if (own === undefined) ground.rows.forget(current)
      return fail(refusal(cause))
    }
    if (blocker !== undefined) {
      if (own === undefined) ground.rows.forget(current)
      return waitFor(blocker, () => work({ ...statement, now: ground.now() }, plan.readsBesides ? effects : undefined))
    }
    if (effects === undefined) return
    if (plan.writes) current.log.push(statement)
    current.notified.push(...effects.notified)
    if (own === undefined) {
      if (plan.writes || current.notified.length > 0) {
        commit(current)
        if (!alive) return
      }
    } else ground.locks.take(self, [...wanted, ...effects.touched])
    answer(plan.command, effects.rows)
  }

  const set = (text: string) => {
    const [, name = "", value = ""] = /^SET (?:LOCAL )?(\w+) = '?(.*?)'?$/.exec(text) ?? []
    if (name === "application_name") applicationName = value
    else settings.set(name, Number(value))
  }

  /** Carries out a statement that is not about rows; undefined for one that is. */
  const control = (text: string): string | undefined => {
    const [, word = "", subject = ""] = words.exec(text) ?? []
    switch (word) {
      case "SET":
        set(text)
        return word
      case "BEGIN":
        transaction = { log: [], aborted: false, savepoints: new Map(), notified: [] }
        return word
      case "COMMIT":
        if (transaction?.aborted === false) {
          commit(transaction)
          return word
        }
        undo()
        return "ROLLBACK"
      case "ROLLBACK":
        undo()
        return word
      case "SAVEPOINT":
        transaction?.savepoints.set(subject, transaction.log.length)
        return word
      case "ROLLBACK TO SAVEPOINT":
        if (transaction === undefined) return word
        ground.rows.forget(transaction)
        transaction.log = transaction.log.slice(0, transaction.savepoints.get(subject) ?? 0)
        transaction.aborted = false
        return word
      case "LISTEN":
        channels.add(subject)
        return word
      case "":
        return undefined
      default:
        return word
    }
  }

  /** What the server says of itself. */
  const known = (text: string): ReadonlyArray<unknown> | undefined => {
    if (text.includes("server_version_num")) {
      return [{ version: 150_018, process: pid, schema: "public", mayCreate: true, ...facts }]
    }
    if (text.includes("'fsync'")) return [facts]
    if (text.includes("pg_is_in_recovery()")) return [{ standby: false }]
    if (text.includes("pg_tables")) return ground.rows.tables()
    if (text.includes("::regclass")) return [{}]
    return undefined
  }

  const receive = ({ rowMode, text, values = [] }: Query) => {
    if (!alive) return
    stopIdling()
    const statements = statementsOf(text)
    const last = statements.at(-1) ?? ""
    for (const statement of statements.slice(0, -1)) control(statement)
    if (transaction?.aborted === true && !/^(ROLLBACK|COMMIT)/.test(last)) {
      return fail(failure("25P02", "current transaction is aborted, commands ignored until end of transaction block"))
    }
    const command = control(last)
    if (!alive) return
    if (command !== undefined) return answer(command)
    const rows = known(last)
    if (rows !== undefined) return answer("SELECT", rows)
    work({ plan: planOf(last), values, rowMode, now: ground.now(), applicationName })
  }

  const self: Backend = {
    pid,
    channels,
    waitsFor: () => wait?.blocker,
    tryAgain: () => {
      const waited = wait
      if (waited === undefined) return
      wait = undefined
      waited.cancelTimeout()
      waited.again()
    },
    receive,
    notified: client.notified,
    // A server that works on a statement looks at its client twice a second.
    hangUp: () => wait === undefined ? alive && end() : void ground.after(watchInterval, () => alive && end()),
    terminate,
    isInTransaction: () => transaction !== undefined
  }
  return self
}
