import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { createHash } from "node:crypto"
import { inTwoSeconds } from "../Concurrency/Deadline.ts"
import { installation, installationName, nameInstallation } from "../Database/Installation.ts"
import { Writer } from "../Database/Write.ts"
import { MailAnswers } from "../Domain/Attempt.ts"
import type { Product } from "./Product.ts"

/** What is stored about a bot. Other processes read it, and this one reads it after a restart. */
export class BotMemory extends Context.Reference<BotMemory>()("BotMemory", {
  defaultValue: (): {
    /** undefined if nothing is stored or the database does not respond. */
    readonly get: (what: string, bot: string) => Effect.Effect<string | undefined>
    readonly set: (what: string, bot: string, value: string) => Effect.Effect<void>
    /** The name of the installation; undefined if the database does not respond. */
    readonly installation: Effect.Effect<string | undefined>
  } => ({
    get: () => Effect.succeed(undefined),
    set: () => Effect.void,
    installation: Effect.succeed("turnover")
  })
}) {}

/** The address is a credential, so the key has only a part of its hash. */
const botKey = (what: string, bot: string): string => `${what} ${createHash("sha256").update(bot).digest("hex").slice(0, 16)}`

/** In the table `installation`. The row of a bot that is no longer configured stays, and is never read. */
export const stored: Layer.Layer<never, never, SqlClient.SqlClient | Writer> = Layer.effect(
  BotMemory,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { write } = yield* Writer
    const values = installation(sql)
    return {
      get: (what, bot) => Effect.map(inTwoSeconds(values.get(botKey(what, bot))), (found) => Option.getOrUndefined(found)),
      set: (what, bot, value) => Effect.asVoid(inTwoSeconds(write(values.set(botKey(what, bot), value)))),
      installation: Effect.map(
        inTwoSeconds(
          Effect.flatMap(installationName(sql), (name) => name === undefined ? write(nameInstallation(sql)) : Effect.succeed(name))
        ),
        Option.getOrUndefined
      )
    }
  })
)

const goneKey = "chat gone"

/** Whether a receiver has said that it wants no more messages. */
export const isGone = (memory: typeof BotMemory.Service, { canEnd }: Product, address: string): Effect.Effect<boolean> =>
  canEnd === true ? Effect.map(memory.get(goneKey, address), (stored) => stored === "1") : Effect.succeed(false)

/** Stores whether a receiver wants no more messages. */
export const setGone = (memory: typeof BotMemory.Service, address: string, isSo: boolean): Effect.Effect<void> =>
  memory.set(goneKey, address, isSo ? "1" : "0")

const pause = "chat pause"

/** For how many milliseconds a bot accepts no messages, for any chat and from any process; 0 if it accepts them. */
export const mutedFor = (
  memory: typeof BotMemory.Service,
  { longestPause = 0 }: Product,
  address: string,
  now: number
): Effect.Effect<number> =>
  longestPause === 0
    ? Effect.succeed(0)
    : Effect.map(memory.get(pause, address), (end) => Math.max(0, Math.min(Number(end ?? 0) - now, longestPause)))

/** Stores until when a bot accepts no messages. */
export const mute = (memory: typeof BotMemory.Service, address: string, end: number): Effect.Effect<void> =>
  memory.set(pause, address, String(end))

const answersKey = "mail answers"

const StoredAnswers = Schema.parseJson(MailAnswers)

/** What earlier attempts of a mail came to; undefined if every reader is still open. @param mail the id of the message */
export const answersOf = (memory: typeof BotMemory.Service, mail: string): Effect.Effect<MailAnswers | undefined> =>
  Effect.map(memory.get(answersKey, mail), (stored) => Option.getOrUndefined(Schema.decodeUnknownOption(StoredAnswers)(stored)))

/** Stores them. */
export const setAnswers = (memory: typeof BotMemory.Service, mail: string, answers: MailAnswers): Effect.Effect<void> =>
  memory.set(answersKey, mail, Schema.encodeSync(StoredAnswers)(answers))
