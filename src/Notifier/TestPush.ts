import { Clock, Data, Effect } from "effect"
import { type Attempt, type Format, isTaken } from "../Domain/Attempt.ts"

/** No format of a test push was delivered. */
export class PushFailed extends Data.TaggedError("PushFailed")<{ readonly attempts: ReadonlyArray<Attempt> }> {
  override get message(): string {
    return this.attempts.at(-1)?.detail ?? "no attempt was made"
  }
}

const allMillis = 10_000
const eachMillis = 3_000

/**
 * Tries the formats of the product until one is delivered, after any refusal (rule 7.12), within 10 s in all (rule 6.11).
 * @param attempt tries one format within `millis`, which include the wait for the rate limit
 */
export const tryFormats = (
  formats: ReadonlyArray<Format>,
  attempt: (format: Format, millis: number, timeoutMillis: number) => Effect.Effect<Attempt>
): Effect.Effect<ReadonlyArray<Attempt>, PushFailed> =>
  Effect.gen(function*() {
    const deadline = (yield* Clock.currentTimeMillis) + allMillis
    const attempts: Array<Attempt> = []
    for (const format of formats) {
      const left = deadline - (yield* Clock.currentTimeMillis)
      if (left <= 0) break
      const made = yield* attempt(format, left, eachMillis)
      attempts.push(made)
      if (isTaken(made.verdict)) return attempts
    }
    return yield* new PushFailed({ attempts })
  })
