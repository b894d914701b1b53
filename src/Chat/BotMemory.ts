import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import { within } from "../Concurrency/Patience.ts"
import { installation } from "../Database/Installation.ts"
import { write } from "../Database/Write.ts"
import { randomHex } from "../RandomHex.ts"

/** What is stored about a bot. Other processes read it, and this one reads it after a restart. */
export class BotMemory extends Context.Reference<BotMemory>()("BotMemory", {
  defaultValue: (): {
    /** undefined if nothing is stored or the database does not respond. */
    readonly get: (what: string, bot: string) => Effect.Effect<string | undefined>
    readonly set: (what: string, bot: string, value: string) => Effect.Effect<void>
    /** A name for this installation; undefined if the database does not respond. */
    readonly installation: Effect.Effect<string | undefined>
  } => ({ get: () => Effect.succeed(undefined), set: () => Effect.void, installation: Effect.succeed("turnover") })
}) {}

const nameKey = "installation_name"

/** An alarm must not wait for the database: the alarm may be about the database. */
const withinPatience = within("2 seconds")

/** The address is a credential, so the key has only a part of its hash. */
const keyOf = (what: string, bot: string): string => `${what} ${createHash("sha256").update(bot).digest("hex").slice(0, 16)}`

/** In the table `installation`. The row of a bot that is no longer configured stays, and is never read. */
export const stored: Layer.Layer<never, never, SqlClient.SqlClient> = Layer.effect(
  BotMemory,
  Effect.map(SqlClient.SqlClient, (sql) => ({
    get: (what, bot) => Effect.map(withinPatience(installation(sql).get(keyOf(what, bot))), (found) => Option.getOrUndefined(found)),
    set: (what, bot, value) => Effect.asVoid(withinPatience(write(sql)(installation(sql).set(keyOf(what, bot), value)))),
    installation: Effect.map(
      withinPatience(Effect.gen(function*() {
        const kept = yield* installation(sql).get(nameKey)
        if (kept !== undefined) return kept
        const name = yield* randomHex(8)
        yield* write(sql)(installation(sql).add(nameKey, name))
        return (yield* installation(sql).get(nameKey)) ?? name
      })),
      Option.getOrUndefined
    )
  }))
)
