import { Effect } from "effect"
import type { outdated as correct } from "../../../src/Notifier/SinceThen.ts"

export * from "../../../src/Notifier/SinceThen.ts"

export const outdated: typeof correct = () => () => Effect.succeed(false)
