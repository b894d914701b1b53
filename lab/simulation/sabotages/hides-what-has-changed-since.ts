import { Effect } from "effect"
import { FigureSince } from "../../../src/Domain/FigureSince.ts"
import type { sinceThen as correct } from "../../../src/Notifier/SinceThen.ts"

export * from "../../../src/Notifier/SinceThen.ts"

export const sinceThen: typeof correct = () => () => Effect.succeed(FigureSince.Same())
