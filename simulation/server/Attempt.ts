import type { PostgresFailure } from "../../src/Database/Postgres/Failure.ts"
import type { Plan } from "./Dialect.ts"
import type { Holder } from "./Holder.ts"
import type { Locks } from "./Locks.ts"
import { refusalOf } from "./Refusals.ts"
import type { Log, Rows } from "./Rows.ts"
import type { Effects, Statement } from "./Statement.ts"

/** The locks that a SELECT takes. A change locks the rows that it touches. */
const locksOf = ({ advisory, locks }: Plan): ReadonlyArray<string> =>
  locks !== undefined ? [`${locks}:*`] : advisory !== undefined ? [`advisory:${advisory}`] : []

/** The result of a statement about rows. */
export type Outcome =
  | { readonly _tag: "Done"; readonly effects: Effects; readonly locks: ReadonlyArray<string> }
  /** Another transaction holds a lock that the statement needs. `found`: what the statement read from other tables before it waited. */
  | { readonly _tag: "Blocked"; readonly blocker: Holder; readonly found: Effects | undefined }
  | { readonly _tag: "Refused"; readonly failure: PostgresFailure }

const done = (plan: Plan, effects: Effects): Outcome => ({ _tag: "Done", effects, locks: [...locksOf(plan), ...effects.touched] })

/** Runs statements about rows, unless another connection holds a lock that they need. */
export const attempts = (rows: Rows, locks: Locks<Holder>, holder: Holder) => {
  const change = (statement: Statement, transaction: object, log: Log): Outcome => {
    const result = rows.change(statement, transaction, log, (touched) => locks.blocker(holder, touched))
    return "blocker" in result
      ? { _tag: "Blocked", blocker: result.blocker, found: undefined }
      : done(statement.plan, result.effects)
  }

  /** PostgreSQL reads the other tables before it waits for the locked one, and does not read them again. */
  const read = (statement: Statement, transaction: object, log: Log, found: Effects | undefined): Outcome => {
    const { plan } = statement
    const readNow = (): Effects =>
      plan.advisory === undefined
        ? rows.read(statement, transaction, log)
        : { rows: [{}], touched: new Set(), notified: [] }
    const blocker = locks.blocker(holder, locksOf(plan))
    return blocker === undefined
      ? done(plan, found ?? readNow())
      : { _tag: "Blocked", blocker, found: plan.readsBesides ? readNow() : undefined }
  }

  /** `found`: what the statement had read before it waited. */
  return (statement: Statement, transaction: object, log: Log, found: Effects | undefined): Outcome => {
    try {
      return statement.plan.writes ? change(statement, transaction, log) : read(statement, transaction, log, found)
    } catch (cause) {
      return { _tag: "Refused", failure: refusalOf(cause) }
    }
  }
}
