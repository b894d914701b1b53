import { vi } from "vitest"

/** Repeats the assertions until they hold: what an action changes may be there a moment later, and later still on a busy machine. */
export const eventually = (assertions: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(assertions, { timeout: 30_000, interval: 50 })
