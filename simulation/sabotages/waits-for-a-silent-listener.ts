import type { listenerLimits as correct } from "../../src/Database/Postgres/Client/ConnectionLimits.ts"

export * from "../../src/Database/Postgres/Client/ConnectionLimits.ts"

/** The connection that listens waits as long for a response as any other. */
export const listenerLimits: typeof correct = (limits) => limits
