/** Bounds of a PostgreSQL client; all times in milliseconds. */
export interface ConnectionLimits {
  /** Connections of the pool; a listener has another one. */
  readonly connections: number
  readonly acquire: number
  readonly connect: number
  /** `statement_timeout`: the server's bound on one statement. */
  readonly statement: number
  /** `lock_timeout`. It is shorter than the statement timeout, which would otherwise always end the wait first. */
  readonly lock: number
  /**
   * `idle_in_transaction_session_timeout`: frees the locks of a process that is paused or disconnected before other processes give
   * up.
   */
  readonly idleInTransaction: number
  /** How long after `statement` the client still waits for a result before it drops the connection. */
  readonly grace: number
}

export const defaultLimits: ConnectionLimits = {
  connections: 8,
  acquire: 3_000,
  connect: 3_000,
  statement: 5_000,
  lock: 4_000,
  idleInTransaction: 3_000,
  grace: 2_000
}

/**
 * The limits of the connection that listens and follows other processes' changes: each statement has to detect within a second that
 * the connection is dead.
 */
export const listenerLimits = (limits: ConnectionLimits): ConnectionLimits => ({ ...limits, connect: 1_000, statement: 900, grace: 100 })

/**
 * The limits of the connection that takes and renews the lease. A renewal without a result is given up while the lease is still
 * valid, but a server that is only busy has time to respond. The wait for the row's lock is shorter, because the process that holds
 * it may have died.
 */
export const leaseLimits = (limits: ConnectionLimits): ConnectionLimits => ({
  ...limits,
  connect: 2_000,
  lock: 500,
  statement: 1_200,
  grace: 300
})

/** The pause after a failed connection: 0.1 s, doubling up to 5 s. */
export const backOff = (failures: number): number => Math.min(5_000, 100 * 2 ** (failures - 1))

/** The limits of a transaction that has `millis` left. A timeout of 0 would mean no timeout. */
export const limitsWithin = (limits: ConnectionLimits, millis: number): ConnectionLimits => {
  if (millis >= limits.statement) return limits
  const statement = Math.max(2, Math.floor(millis))
  return { ...limits, statement, lock: Math.min(limits.lock, statement - 1) }
}
