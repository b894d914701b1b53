import { vi } from "vitest"

/** Repeats the assertions until they hold: the effect of an action may appear a moment later, and on a busy machine even later. */
export const eventually = (assertions: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(assertions, { timeout: 30_000, interval: 50 })
