import { fstatSync, writeSync } from "node:fs"
import { isatty } from "node:tty"

/** Takes a text; `done` hears once that all of it is written, or why it is not. */
export type Write = (text: string, done?: (error: Error | undefined) => void) => void

/** One of the process's two outputs. No failure of it ends the process, and a later write may succeed again. */
export interface StandardStream {
  readonly write: Write
  /** Whether it is a file on a disk, which takes a write before it is safe there. */
  readonly isFile: () => boolean
}

/** Bytes that may wait for the reader of a pipe; a text that comes on top of them is refused. */
const mostWaiting = 1024 * 1024

const ignore = (): void => undefined

/** The stream of Node gives up at a short write, as on a disk that is nearly full, without an error. */
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

/** Opened at the first write: Node makes a pipe non-blocking as soon as its stream exists. */
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
