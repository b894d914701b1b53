import type { FileSystem } from "@effect/platform"
import { Context, Data, Deferred, Effect, Layer, Option, Redacted } from "effect"
import { timingSafeEqual } from "node:crypto"
import { monotonicMillis } from "../../Concurrency/Deadline.ts"
import { Environment } from "../../Config/Environment.ts"
import type { InvalidConfig } from "../../Config/InvalidConfig.ts"
import { Ledger } from "../../Ledger.ts"
import { Secrets } from "../../Logging/Secrets.ts"
import { People } from "../../People.ts"
import { newSetupCode } from "../../People/Credential.ts"
import { type Known, readKnown, write } from "../../Setup.ts"

/** Enough to copy the code by hand. After it, a restart prints a new code. */
const validMillis = 60 * 60_000

/** The shop is set up: the process begins again, with the files that were written. */
export class ShopSetUp extends Data.TaggedError("ShopSetUp") {}

/** The files of a set-up. A test replaces them. */
export class SetupFiles extends Context.Reference<SetupFiles>()("SetupFiles", {
  defaultValue: (): {
    readonly read: Effect.Effect<Known, InvalidConfig, FileSystem.FileSystem>
    readonly write: typeof write
  } => ({ read: Effect.suspend(() => readKnown(process.env)), write })
}) {}

/** The set-up of a shop that nobody has used yet, by the holder of the code that the start has printed (rule 3.19). */
export class FirstSetup extends Context.Tag("FirstSetup")<FirstSetup, {
  /** undefined where the shop cannot be set up. */
  readonly code: Option.Option<Redacted.Redacted>
  /** Whether it is offered still. */
  readonly isOpen: () => boolean
  readonly isRight: (code: string) => Effect.Effect<boolean>
  /** What the files say; none if the shop is in use by now, or has its password, with which the process then begins again. */
  readonly known: Effect.Effect<Option.Option<Known>, InvalidConfig, FileSystem.FileSystem>
  readonly write: typeof write
  /** One set-up at a time. */
  readonly alone: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly end: Effect.Effect<void>
  readonly ended: Effect.Effect<never, ShopSetUp>
}>() {}

export const layer = Layer.effect(
  FirstSetup,
  Effect.gen(function*() {
    const { adminToken, maySetUp } = yield* Environment
    const ledger = yield* Ledger
    const people = yield* People
    const files = yield* SetupFiles
    const { register } = yield* Secrets
    /** An estimate of the shipped settings is nobody's figure. */
    const isUnused = Effect.map(people.tokens,
      (tokens) => tokens.length === 0 && ledger.snapshot().days.every(({ source }) => source === "generated"))
    const offered = Option.isNone(adminToken) && maySetUp && (yield* isUnused)
    const code = offered ? Option.some(yield* newSetupCode) : Option.none()
    yield* Effect.forEach(Option.toArray(code), register)
    const until = (yield* monotonicMillis) + validMillis
    const done = yield* Deferred.make<never, ShopSetUp>()
    const one = yield* Effect.makeSemaphore(1)
    let isOpen = offered
    const end = Effect.zipRight(Effect.sync(() => isOpen = false), Effect.asVoid(Deferred.fail(done, new ShopSetUp())))
    return {
      code,
      isOpen: () => isOpen,
      isRight: (given) =>
        Effect.map(monotonicMillis, (now) =>
          Option.exists(code, (secret) => {
            const [right, tried] = [Buffer.from(Redacted.value(secret)), Buffer.from(given)]
            return now < until && right.length === tried.length && timingSafeEqual(right, tried)
          })),
      known: Effect.gen(function*() {
        const known = yield* files.read
        // It was written at a terminal, or by hand where this service may not: what is left to do is to begin again with it.
        if (known.password !== undefined) yield* end
        return isOpen && (yield* isUnused) ? Option.some(known) : Option.none()
      }),
      write: files.write,
      alone: one.withPermits(1),
      end,
      ended: Deferred.await(done)
    }
  })
)
