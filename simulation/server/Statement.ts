import { type Plan, planOf } from "./Dialect.ts"

/** A statement with the results of its functions, so that repeating it gives the same rows. */
export interface Statement {
  readonly plan: Plan
  readonly values: ReadonlyArray<unknown>
  readonly rowMode: "array" | undefined
  /** The server's clock, milliseconds. */
  readonly now: number
  readonly applicationName: string
}

export type Row = Readonly<Record<string, unknown>>

export interface Notification {
  readonly channel: string
  readonly payload: string
}

/** The effects of a statement. */
export interface Effects {
  readonly rows: ReadonlyArray<unknown>
  /** Each changed row as `table:key`. */
  readonly touched: ReadonlySet<string>
  readonly notified: ReadonlyArray<Notification>
}

const plans = new Map<string, Plan>()

export const plan = (text: string): Plan => {
  const known = plans.get(text) ?? planOf(text)
  plans.set(text, known)
  return known
}
