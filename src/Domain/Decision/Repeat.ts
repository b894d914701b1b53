import { Either } from "effect"
import { createHash } from "node:crypto"
import { type Correct, entryTokenOf, type Mark, type Undo, type Who, type Withdraw } from "../Command.ts"
import type { DayChange } from "../DayChange.ts"
import { KeyReused, TooManyChanges } from "../Refusal.ts"
import { mostChanges, undoMillis } from "./Entry.ts"
import { type Decision, nothing, type Now, type Repeating } from "./State.ts"

type Repeatable = Correct | Withdraw | Mark | Undo

type Rule<C, S, E> = (command: C, state: S, now: Now, who: Who) => Either.Either<Decision<DayChange>, E>

/** Two requests are the same if they are equal in everything but the key. */
export const fingerprintOf = ({ _tag, key: _, ...content }: Repeatable, who: Who): string =>
  createHash("sha256").update(JSON.stringify({ ...content, actor: who.actor, entryToken: entryTokenOf(who), _tag })).digest("hex")

/** Decides a command once for each idempotency key: a repeated command gets the first result (rule 6.29). */
export const once =
  <C extends Repeatable, S extends Repeating, E>(rule: Rule<C, S, E>): Rule<C, S, E | KeyReused> => (command, state, now, who) => {
    const { key } = command
    if (key === undefined) return rule(command, state, now, who)
    const fingerprint = fingerprintOf(command, who)
    const { kept } = state
    if (kept !== undefined) {
      return kept.fingerprint === fingerprint ? Either.right(nothing(kept.result)) : Either.left(new KeyReused({ key }))
    }
    return Either.map(rule(command, state, now, who), (decision) => ({
      ...decision,
      remember: { _tag: "Result", key, kept: { fingerprint, result: decision.result } }
    }))
  }

/**
 * Refuses a change beyond the number that a token of the role `entry` may make within 10 minutes (rule 8.5). A request that changes
 * nothing counts if it has a key, because its result is stored.
 */
export const bounded =
  <C extends Repeatable, S extends Repeating, E>(rule: Rule<C, S, E>): Rule<C, S, E | TooManyChanges> => (command, state, now, who) =>
    Either.flatMap(rule(command, state, now, who), (decision): Either.Either<Decision<DayChange>, TooManyChanges> => {
      const oldest = state.recent.at(-mostChanges)
      const storesNothing = decision.postings.length === 0 && command.key === undefined
      return oldest === undefined || storesNothing || entryTokenOf(who) === null
        ? Either.right(decision)
        : Either.left(new TooManyChanges({ seconds: Math.max(1, Math.ceil((oldest + undoMillis - now.steady) / 1_000)) }))
    })
