import { Cause, Data, DateTime, Effect, Either, Logger } from "effect"
import { fsyncSync } from "node:fs"
import { InvalidConfig } from "../Config/InvalidConfig.ts"
import { DateInFuture } from "../Domain/Refusal.ts"
import { eventLogger } from "../Logging/LogLine.ts"
import { Secrets } from "../Logging/Secrets.ts"
import * as Standard from "../Logging/StandardStream.ts"
import { PushFailed } from "../Notifier.ts"

export interface CommandOutcome {
  readonly ok: boolean
  /** For a person: lines, or the data itself. */
  readonly text: string
  /** For a program; `ok` is added first. */
  readonly json: object
}

/** The command refuses its request; `code` is a stable name of the reason. */
export class Refused extends Data.TaggedError("Refused")<{ readonly code: string; readonly message: string }> {}

/** The command has failed, and has already reported it. */
class Failed extends Data.TaggedError("Failed") {}

/** The command line cannot be understood. */
export class WrongUsage extends Data.TaggedError("WrongUsage")<{ readonly message: string }> {}

export const lines = (...texts: ReadonlyArray<string>): string => texts.map((text) => `${text}\n`).join("")

/** A disk may accept a write and then fail when it is flushed. */
const flush = Effect.try({
  try: () => {
    if (Standard.standardOutput.isFile()) fsyncSync(1)
  },
  catch: Standard.unprintable
})

/** Writes the whole text before the process may end. A reader that closes early, such as `head`, does not count as a failure. */
export const print = (text: string): Effect.Effect<void, Standard.Unprintable> =>
  Effect.zipRight(Standard.print(text), flush).pipe(
    Effect.catchIf(({ isClosed }) => isClosed, () => Effect.void)
  )

interface Complaint {
  readonly error: string
  readonly detail: string
  readonly errors?: ReadonlyArray<object>
}

const snakeCase = (tag: string): string => tag.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

const complaintOf = (cause: Cause.Cause<unknown>): Complaint => {
  const error = Cause.squash(cause)
  if (error instanceof Refused) return { error: error.code, detail: error.message }
  if (error instanceof InvalidConfig) return { error: "invalid_config", detail: error.message, errors: error.faults }
  if (error instanceof DateInFuture)
    return { error: "date_in_future", detail: `${error.date} has not come yet, today is ${error.today}` }
  if (error instanceof PushFailed) return { error: "push_failed", detail: error.message, errors: error.attempts }
  if (error instanceof Error && "_tag" in error) return { error: snakeCase(String(error._tag)), detail: error.message }
  return { error: "internal", detail: Cause.pretty(cause) }
}

/** A command logs to its terminal: the log file belongs to the service. */
const logger = ({ scrub }: typeof Secrets.Service) =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.map(eventLogger({ zone: DateTime.zoneMakeOffset(0), scrub }), ({ cause, level, message }) =>
      Standard.standardError.write(lines(`${level.toLowerCase()}: ${message}`, ...(cause === undefined ? [] : [cause]))))
  )

/** One line of JSON for a program whose command failed. */
export const inJson = (complaint: Complaint): string => `${JSON.stringify({ ok: false, ...complaint })}\n`

/**
 * Runs a command and prints its outcome to standard output, as text or as one line of JSON. An error goes to standard
 * error, or into the JSON.
 */
export const printing =
  (json: boolean) => <E, R>(work: Effect.Effect<CommandOutcome, E, R>): Effect.Effect<void, Failed | Standard.Unprintable, R | Secrets> =>
    Effect.gen(function*() {
      const secrets = yield* Secrets
      const outcome = yield* work.pipe(
        Effect.provide(logger(secrets)),
        Effect.sandbox,
        Effect.either
      )
      if (Either.isLeft(outcome)) {
        if (Cause.isInterrupted(outcome.left)) return yield* Effect.interrupt
        const { detail, ...rest } = complaintOf(outcome.left)
        const complaint = { ...rest, detail: secrets.scrub(detail) }
        if (json) yield* print(inJson(complaint))
        else Standard.standardError.write(lines(complaint.detail))
        return yield* new Failed()
      }
      const { ok, text, json: members } = outcome.right
      yield* print(json ? `${JSON.stringify({ ok, ...members })}\n` : text)
      if (!ok) return yield* new Failed()
    })

/** Shows the progress of long work on the terminal. */
export const showing = <A, E, R>(what: string, work: (onProgress: (done: number) => void) => Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const show = (text: string) => {
      if (process.stderr.isTTY) Standard.standardError.write(`\r\u001b[2K${text}`)
    }
    show(`${what} …`)
    return Effect.ensuring(
      work((done) => show(`${what} … ${Math.floor(done * 100)} %`)),
      Effect.sync(() => show(""))
    )
  })
