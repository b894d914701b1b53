import { Cause, Context, type DateTime, Effect, Layer, Logger, LogLevel } from "effect"
import { countDrops, type LogFileUnwritable, open, tail } from "./Logging/LogFile.ts"
import { jsonLogger, prettyLogger } from "./Logging/LogLine.ts"
import { Secrets } from "./Logging/Secrets.ts"
import { standardError, type Write } from "./Logging/StandardStream.ts"

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
export const layer = (options: LoggingOptions): Layer.Layer<LogTail, LogFileUnwritable, Secrets> =>
  Layer.unwrapEffect(Effect.gen(function*() {
    const { scrub } = yield* Secrets
    const append = yield* open({ path: options.file })
    const print = options.console ?? standardError.write
    const dropsAfter = countDrops("standard error")
    const json = jsonLogger({ zone: options.zone, scrub })
    const pretty = prettyLogger({ zone: options.zone, scrub })

    const logger = Logger.make((entry: Logger.Logger.Options<unknown>) => {
      const line = json.log(entry)
      append(line)
      print(`${options.stderrIsTerminal ? pretty.log(entry) : line}\n`, (error) => {
        const message = dropsAfter(error)
        if (message !== undefined) append(json.log({ ...entry, message, cause: Cause.empty, logLevel: LogLevel.Warning }))
      })
    })

    return Layer.mergeAll(
      Logger.replace(Logger.defaultLogger, logger),
      Logger.minimumLogLevel(options.level),
      Layer.succeed(LogTail, { tail: (lines) => Effect.sync(() => tail(options.file, lines)) })
    )
  }))
