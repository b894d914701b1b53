import { Cause, Context, type DateTime, Effect, Layer, Logger, LogLevel } from "effect"
import { countDrops } from "./Logging/Drops.ts"
import { jsonLine } from "./Logging/Line.ts"
import * as LogFile from "./Logging/LogFile.ts"
import { prettyLines } from "./Logging/Pretty.ts"
import { Secrets } from "./Logging/Secrets.ts"
import { standardError, type Write } from "./Logging/StandardStream.ts"
import { tail } from "./Logging/Tail.ts"

/** The newest lines of the application's log. */
export class LogTail extends Context.Tag("LogTail")<LogTail, {
  /** The last `lines` lines, oldest first. */
  readonly tail: (lines: number) => Effect.Effect<ReadonlyArray<string>>
}>() {}

export interface LoggingOptions {
  /** Path of the log file; its folder is made. */
  readonly file: string
  readonly zone: DateTime.TimeZone
  /** The lowest level that is logged. */
  readonly level: LogLevel.LogLevel
  readonly stderrIsTerminal: boolean
  /** Takes the console's text, line end included. Standard error by default, so that standard output is the console bot's alone. */
  readonly console?: Write
}

/**
 * Replaces the default logger: every line goes to the console, for a person at a terminal and as JSON otherwise, and as
 * JSON to the log file. Build it outermost, so that what stops last is still logged; and run the program with
 * `disablePrettyLogger`, which would print each line again.
 */
export const layer = (options: LoggingOptions): Layer.Layer<LogTail, LogFile.LogFileUnwritable, Secrets> =>
  Layer.unwrapScoped(Effect.gen(function*() {
    const { scrub } = yield* Secrets
    const file = yield* LogFile.open({ path: options.file })
    const print = options.console ?? standardError.write
    const dropsAfter = countDrops("standard error")
    const lineOptions = { zone: options.zone, scrub }

    const logger = Logger.make((entry: Logger.Logger.Options<unknown>) => {
      const line = jsonLine(entry, lineOptions)
      const at = entry.date.getTime()
      file.append(line, at)
      print(`${options.stderrIsTerminal ? prettyLines(entry, lineOptions) : line}\n`, (error) => {
        const message = dropsAfter(error)
        if (message !== undefined)
          file.append(jsonLine({ ...entry, message, cause: Cause.empty, logLevel: LogLevel.Warning }, lineOptions), at)
      })
    })

    return Layer.mergeAll(
      Logger.replace(Logger.defaultLogger, logger),
      Logger.minimumLogLevel(options.level),
      Layer.succeed(LogTail, { tail: (lines) => Effect.sync(() => tail(options.file, lines)) })
    )
  }))
