import type { FileSystem } from "@effect/platform"
import { Cause, Context, Effect, Layer } from "effect"
import { Config } from "./Config.ts"
import { type AmountSource as Settings, isAsked } from "./Config/AmountSource.ts"
import { secretsInSource } from "./Config/AmountSource.ts"
import type { DayBounds } from "./Domain/Calendar.ts"
import type { LocalDate } from "./Domain/LocalDate.ts"
import { scrubber } from "./Logging/Secrets.ts"
import { askCommand, Programs } from "./Source/Command.ts"
import type { Figure } from "./Source/Figure.ts"
import { faultOf, type SourceFault, withoutSecrets } from "./Source/SourceFault.ts"

/** Asks the source of the current settings for a day's figure. */
export class AmountSource extends Context.Tag("AmountSource")<AmountSource, {
  /** The figure of a day, or why there is none. Stores nothing. Stopping the service ends the question at once. */
  readonly ask: (date: LocalDate, days: DayBounds) => Effect.Effect<Figure, SourceFault>
  /** What is asked, as a person may see it, without secrets; null if the settings have no source to ask. */
  readonly describe: Effect.Effect<ShownRequest | null>
}>() {}

/** How long a whole question may take; seconds. */
const patience = 120

const tooLate = faultOf("timeout", `expected a whole answer within ${patience} s, got none`, { seconds: patience })

const byKind = (source: Settings, date: LocalDate, days: DayBounds): Effect.Effect<Figure, SourceFault, FileSystem.FileSystem> => {
  switch (source.kind) {
    case "command":
      return askCommand(source, date, days)
    case "none":
    case "range":
      return Effect.fail(
        faultOf("nobody", `expected amount_source to name a source that is asked, got "${source.kind}"`, { kind: source.kind })
      )
  }
}

const internal = faultOf("internal", "the service failed while it asked the source; its log says why", {})

/**
 * Asks the source of these settings. An unexpected error is a fault like any other, so that the next question keeps its pause. No
 * fault shows a secret of theirs, even if the source's answer repeats it.
 */
export const askSource = (
  source: Settings,
  date: LocalDate,
  days: DayBounds
): Effect.Effect<Figure, SourceFault, FileSystem.FileSystem> =>
  byKind(source, date, days).pipe(
    Effect.timeoutFail({ duration: `${patience} seconds`, onTimeout: () => tooLate }),
    Effect.catchAllDefect((defect) => Effect.zipRight(Effect.logError("asking the source failed", Cause.die(defect)), internal)),
    Effect.mapError((fault) => withoutSecrets(fault, scrubber(secretsInSource(source))))
  )

export interface ShownRequest {
  /** RUN: a program is run. */
  readonly method: string
  readonly address: string
  /** The names of the variables that a program gets. */
  readonly variables: ReadonlyArray<string>
}

const describeRequest = (source: Settings): ShownRequest | null => {
  if (!isAsked(source)) return null
  const scrub = scrubber(secretsInSource(source))
  return { method: "RUN", address: scrub(source.run.join(" ")), variables: source.env }
}

/** Reads the current settings at each question. */
export const layer: Layer.Layer<AmountSource, never, Config | FileSystem.FileSystem> = Layer.effect(
  AmountSource,
  Effect.gen(function*() {
    const config = yield* Config
    const files = yield* Effect.context<FileSystem.FileSystem>()
    const programs = yield* Programs
    // A till may refuse a second question while it answers the first.
    const oneAtATime = (yield* Effect.makeSemaphore(1)).withPermits(1)
    return {
      ask: (date, days) =>
        oneAtATime(
          Effect.flatMap(config.current,
            ({ amountSource }) => Effect.provide(askSource(amountSource, date, days), Context.add(files, Programs, programs)))
        ),
      describe: Effect.map(config.current, ({ amountSource }) => describeRequest(amountSource))
    }
  })
)
