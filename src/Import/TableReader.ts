import { Context, DateTime, Duration, Effect, Layer } from "effect"
import { Worker } from "node:worker_threads"
import { runInSlices } from "../Concurrency/EventLoop.ts"
import type { Currency } from "../Domain/Amount.ts"
import { type Calendar } from "../Domain/Calendar.ts"
import type { DayBook } from "../Domain/DayBook.ts"
import { startAt } from "../Domain/DayStart.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { minutesOf } from "../Domain/TimeOfDay.ts"
import { readLongText } from "../Tables.ts"
import type { Answers } from "../Tables/Answers.ts"
import type { Outcome, ReadOptions } from "../Tables/Outcome.ts"
import { plainOutcome } from "../Tables/Plain.ts"
import { refusal } from "../Tables/ReadGrid.ts"

/** What the reader has to know of the shop. */
export const readOptions = (
  calendar: Calendar,
  { today, book, currency }: { readonly today: LocalDate; readonly book: DayBook; readonly currency: Pick<Currency, "code" | "locale"> },
  answers: Answers
): ReadOptions => ({
  today,
  currency: currency.code,
  locale: currency.locale,
  zone: DateTime.zoneToString(calendar.zone),
  dayStartsAt: minutesOf(startAt(calendar.starts, today)) * 60,
  answers,
  known: new Map(book.days.flatMap(({ cents, date, isFinal }) => date > today && isFinal ? [[date, cents] as const] : []))
})

type Read = (bytes: Uint8Array, options: ReadOptions, charset: string | undefined) => Effect.Effect<Outcome>

const atOnce: Read = (bytes, options, charset) => Effect.sync(() => readLongText(bytes, options, charset))

/** How a table is read that takes long: at once by default. */
class LongReader extends Context.Reference<LongReader>()("LongReader", { defaultValue: () => atOnce }) {}

/** A table of this many bytes is read within some milliseconds, less than a thread needs to start. */
const mostAtOnce = 16 * 1024

/** The most memory that a table of 5 MiB takes; what takes more is refused. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16 }

const job = `const { parentPort, workerData: { bytes, charset, module, options } } = require("node:worker_threads")
import(module).then(({ readLongText }) => parentPort.postMessage(readLongText(bytes, options, charset)))`

const onThread = (module: URL): Read => (bytes, options, charset) =>
  Effect.async<Outcome>((resume) => {
    const thread = new Worker(job, { eval: true, workerData: { bytes, charset, module: module.href, options }, resourceLimits })
    thread.once("message", (outcome: Outcome) => resume(Effect.succeed(outcome)))
    thread.once("error", (error) =>
      resume("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY" ? Effect.succeed(refusal("too_large", "")) : Effect.die(error)))
    return Effect.promise(() => thread.terminate())
  })

/** The largest table that is accepted takes a tenth of it. */
const longestReading = Duration.seconds(10)

/** One slow file leaves a thread for the file of somebody else. */
const mostThreads = 2

/** Reads long tables on threads that load the built `module`: a reader's pieces would block the event loop. */
export const layer = (module: URL): Layer.Layer<never> => {
  const threads = Effect.unsafeMakeSemaphore(mostThreads)
  const read = onThread(module)
  return Layer.succeed(LongReader, (...asked) =>
    threads.withPermits(1)(
      Effect.timeoutTo(read(...asked), {
        duration: longestReading,
        onSuccess: (outcome) => outcome,
        onTimeout: () => refusal("too_slow", `> ${Duration.toSeconds(longestReading)} s`)
      })
    ))
}

/** Reads a table of text without blocking other requests. */
export const readText: Read = (bytes, options, charset) =>
  Effect.gen(function*() {
    const plain = yield* runInSlices(plainOutcome(bytes, options))
    if (plain !== null) return plain
    return yield* (bytes.length <= mostAtOnce ? atOnce : yield* LongReader)(bytes, options, charset)
  })
