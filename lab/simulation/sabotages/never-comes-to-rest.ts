import { Effect } from "effect"
import { outdated as correct } from "../../../src/Notifier/SinceThen.ts"

export * from "../../../src/Notifier/SinceThen.ts"

export const outdated: typeof correct = (store) => (announcement) =>
  announcement.kind === "corrected" ? Effect.forever(Effect.void) : correct(store)(announcement)
