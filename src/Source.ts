import type { FileSystem, HttpClient } from "@effect/platform"
import { Cause, Context, Effect, Layer, Redacted } from "effect"
import { Config } from "./Config.ts"
import { type AmountSource as Settings, isAsked } from "./Config/AmountSource.ts"
import { databaseOf, secretsInSource } from "./Config/SourceTexts.ts"
import type { DayBounds } from "./Domain/Calendar.ts"
import type { LocalDate } from "./Domain/LocalDate.ts"
import { dayValues } from "./Domain/Template.ts"
import { scrubber } from "./Logging/Scrub.ts"
import { askCommand } from "./Source/Command.ts"
import { askCsv } from "./Source/CsvFolder.ts"
import type { Figure } from "./Source/Figure.ts"
import { askHttp } from "./Source/Http.ts"
import { requestOf, shownRequest } from "./Source/Request.ts"
import { faultOf, type SourceFault, withoutSecrets } from "./Source/SourceFault.ts"
import { askSql } from "./Source/Sql.ts"

/** Asks the source of the current settings for a day's figure. */
export class AmountSource extends Context.Tag("AmountSource")<AmountSource, {
  /** The figure of a day, or why there is none. Stores nothing. Stopping the service ends the question at once. */
  readonly ask: (date: LocalDate, days: DayBounds) => Effect.Effect<Figure, SourceFault>
  /** The question as a person may see it, without secrets; null if the settings have no source to ask. */
  readonly describe: (date: LocalDate, days: DayBounds) => Effect.Effect<ShownRequest | null>
}>() {}

/** How long a whole question may take, with all of its pages; seconds. */
const patience = 120

const tooLate = faultOf("timeout", `expected a whole answer within ${patience} s, got none`, { seconds: patience })

type Edges = HttpClient.HttpClient | FileSystem.FileSystem

const byKind = (source: Settings, date: LocalDate, days: DayBounds): Effect.Effect<Figure, SourceFault, Edges> => {
  switch (source.kind) {
    case "command":
      return askCommand(source, date, days)
    case "http":
      return askHttp(source, date, days)
    case "csv":
      return askCsv(source, date)
    case "sql":
      return askSql(source, date, days)
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
): Effect.Effect<Figure, SourceFault, Edges> =>
  byKind(source, date, days).pipe(
    Effect.timeoutFail({ duration: `${patience} seconds`, onTimeout: () => tooLate }),
    Effect.catchAllDefect((defect) => Effect.zipRight(Effect.logError("asking the source failed", Cause.die(defect)), internal)),
    Effect.mapError((fault) => withoutSecrets(fault, scrubber(secretsInSource(source))))
  )

/** The question for a day as a person may see it, without secrets. */
export const describeRequest = (source: Settings, date: LocalDate, days: DayBounds): ShownRequest | null => {
  if (!isAsked(source)) return null
  const scrub = scrubber(secretsInSource(source))
  const plain = (method: string, address: string) => ({ method, address: scrub(address), headers: [] })
  switch (source.kind) {
    case "command":
      return { ...plain("RUN", source.run.join(" ")), headers: source.env }
    case "csv":
      return plain("READ", source.folder)
    case "sql":
      return plain("SELECT", databaseOf(source.url, Redacted.value(source.variables)))
    case "http": {
      const request = requestOf(source, dayValues(date, days), null)
      return request._tag === "Right" ? shownRequest(request.right, scrub) : null
    }
  }
}

export interface ShownRequest {
  readonly method: string
  readonly address: string
  /** The names of the headers, or of the variables of a program. */
  readonly headers: ReadonlyArray<string>
}

/** Reads the current settings at each question. */
export const layer: Layer.Layer<AmountSource, never, Config | Edges> = Layer.effect(
  AmountSource,
  Effect.gen(function*() {
    const config = yield* Config
    const edges = yield* Effect.context<Edges>()
    // A till may refuse a second question while it answers the first.
    const oneAtATime = (yield* Effect.makeSemaphore(1)).withPermits(1)
    return {
      ask: (date, days) =>
        oneAtATime(Effect.flatMap(config.current, ({ amountSource }) => Effect.provide(askSource(amountSource, date, days), edges))),
      describe: (date, days) => Effect.map(config.current, ({ amountSource }) => describeRequest(amountSource, date, days))
    }
  })
)
