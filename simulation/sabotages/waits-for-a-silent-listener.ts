import type { listenerLimits as correct } from "../../src/Database/Postgres/Client/ConnectionLimits.ts"

export * from "../../src/Database/Postgres/Client/ConnectionLimits.ts"

/** The connection that listens waits for a response as long as any other connection. */
export const listenerLimits: typeof correct = (limits) => limits
