import { Cause, Context, type DateTime, Effect, Layer, Logger, LogLevel } from "effect"
import { countDrops } from "./Logging/Drops.ts"
import * as LogFile from "./Logging/LogFile.ts"
import { jsonLine } from "./Logging/LogLine.ts"
import { prettyLines } from "./Logging/Pretty.ts"
import { Secrets } from "./Logging/Secrets.ts"
import { standardError, type Write } from "./Logging/StandardStream.ts"
import { tail } from "./Logging/Tail.ts"

export class LogTail extends Context.Tag("LogTail")<LogTail, {
  /** The last `lines` lines, oldest first. */
  readonly tail: (lines: number) => Effect.Effect<ReadonlyArray<string>>
}>() {}

interface LoggingOptions {
  /** Path of the log file. A missing folder is created. */
  readonly file: string
  readonly zone: DateTime.TimeZone
  readonly level: LogLevel.LogLevel
  readonly stderrIsTerminal: boolean
  /** Receives the console's text with line ends. Standard error by default, so that only the console bot uses standard output. */
  readonly console?: Write
}

/**
 * Replaces the default logger. Every line goes to the console (as text at a terminal, otherwise as JSON), and as JSON to the log
 * file. Build it outermost, so that the layer that stops last is still logged. Run the program with `disablePrettyLogger`;
 * otherwise each line is printed twice.
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
