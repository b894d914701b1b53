import { Effect } from "effect"
import type { outdated as correct } from "../../src/Notifier/Outdated.ts"

export const outdated: typeof correct = () => () => Effect.succeed(false)
