import { Context, Data, Effect } from "effect"
import { reasonOf } from "../Wording.ts"
import { standardOutput, type StandardStream } from "./StandardStream.ts"

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
