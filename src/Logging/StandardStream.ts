import { Context, Data, Effect } from "effect"
import { fstatSync, writeSync } from "node:fs"
import { isatty } from "node:tty"
import { reasonOf } from "../Wording.ts"

/** Writes a text. `done` is called once, with the error if the text was not written completely. */
export type Write = (text: string, done?: (error: Error | undefined) => void) => void

/** Standard output or standard error. A failed write does not end the process, and a later one may succeed. */
interface StandardStream {
  readonly write: Write
  /** Whether it is a file, which accepts a write before it is safe on the disk. */
  readonly isFile: () => boolean
}

/** Bytes that may wait for a pipe's reader. Beyond that, texts are refused. */
const mostWaiting = 1024 * 1024

const ignore = (): void => undefined

/** Node's own stream silently stops at a short write, for example on a nearly full disk. */
const toFile = (descriptor: number): Write => {
  let torn = false
  return (text, done = ignore) => {
    const bytes = Buffer.from(torn ? `\n${text}` : text)
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(descriptor, bytes, written)
      torn = false
    } catch (error) {
      torn ||= written > 0
      return done(error instanceof Error ? error : new Error(String(error)))
    }
    done(undefined)
  }
}

/** A slow reader blocks nothing: unread text is kept in memory, up to a bound. */
const toReader = (stream: NodeJS.WriteStream): Write => {
  // Each write gets its own error. Without a listener, the stream's error event would end the process.
  stream.on("error", ignore)
  return (text, done = ignore) => {
    if (stream.writableLength > mostWaiting) return done(new Error("its reader does not read"))
    stream.write(text, (error) => done(error ?? undefined))
  }
}

/** Opened at the first write, because Node makes a pipe non-blocking as soon as its stream exists. */
const make = (descriptor: number, stream: () => NodeJS.WriteStream): StandardStream => {
  let write: Write | undefined
  return {
    isFile: () => fstatSync(descriptor).isFile(),
    write: (text, done) => {
      if (write === undefined) {
        const found = fstatSync(descriptor)
        const isRead = found.isFIFO() || found.isSocket() || isatty(descriptor)
        write = isRead ? toReader(stream()) : toFile(descriptor)
      }
      write(text, done)
    }
  }
}

export const standardOutput = make(1, () => process.stdout)

export const standardError = make(2, () => process.stderr)

/** A text could not be written to standard output, or only a part of it. */
export class Unprintable extends Data.TaggedError("Unprintable")<{
  /** A short reason, such as `ENOSPC: no space left on device`. */
  readonly reason: string
  /** Whether its reader has closed it, as `head` does once it has enough. */
  readonly isClosed: boolean
}> {
  override get message(): string {
    return `standard output: expected to take the whole output, got ${this.reason}`
  }
}

export const unprintable = (error: unknown): Unprintable =>
  new Unprintable({
    reason: reasonOf(error),
    isClosed: error instanceof Error && "code" in error && error.code === "EPIPE"
  })

/** Prints to one of the process's outputs. Succeeds when the whole text is written. */
export const printingTo = (stream: StandardStream) => ({
  print: (text: string): Effect.Effect<void, Unprintable> =>
    Effect.async((resume) => stream.write(text, (error) => resume(error === undefined ? Effect.void : unprintable(error))))
})

/** The output of the console bot, the greeting and the commands. */
export class StandardOutput extends Context.Reference<StandardOutput>()("StandardOutput", {
  defaultValue: () => printingTo(standardOutput)
}) {}

export const print = (text: string): Effect.Effect<void, Unprintable> => Effect.flatMap(StandardOutput, ({ print }) => print(text))
