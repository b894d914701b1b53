import { NodeContext } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import * as Clock from "../Clock.ts"
import * as Config from "../Config.ts"
import { readConfigFile } from "../Config/ConfigFile.ts"
import * as Environment from "../Config/Environment.ts"
import { moneyOf, typingOf } from "../Config/ShopConfig.ts"
import { Database } from "../Database.ts"
import * as DatabaseUrl from "../Database/DatabaseUrl.ts"
import { type Cents, formatMoney, yuan } from "../Domain/Amount.ts"
import { alwaysAt } from "../Domain/DayStart.ts"
import { expectedGot } from "../Domain/Fault.ts"
import { plainTyping, readingsIn, readTyped } from "../Domain/TypedAmount.ts"
import * as Events from "../Events.ts"
import * as Ledger from "../Ledger.ts"
import * as AuditTrail from "../Ledger/AuditTrail.ts"
import { knownStarts } from "../Ledger/FirstStarts.ts"
import * as LedgerStore from "../Ledger/Store.ts"
import * as Outbox from "../Outbox.ts"
import * as OutboxBell from "../Outbox/Bell.ts"
import * as People from "../People.ts"
import * as Rights from "../People/Rights.ts"
import * as PeopleStore from "../People/Store.ts"
import { Refused, WrongUsage } from "./Output.ts"

/** The environment, and the clock in the shop's zone. */
export const environment = Clock.layer.pipe(Layer.provideMerge(Environment.layer), Layer.provideMerge(NodeContext.layer))

export const settings = Config.layer.pipe(Layer.provideMerge(environment))

/** Writes amounts in the shop's currency. */
export const money = Effect.flatMap(Config.Config, ({ current }) => Effect.map(current, moneyOf))

/** Writes amounts for a command that also works without settings, or with faulty ones: it then names no currency. */
export const moneyIfSet = Effect.flatMap(Environment.Environment, ({ configFile }) => readConfigFile(configFile)).pipe(
  Effect.map(({ config }) => moneyOf(config)),
  Effect.orElseSucceed(() => (cents: number) => formatMoney(cents, { ...yuan, before: "" }))
)

/** Reads an amount as it is typed in the shop; without settings, as in a shop of yuan. */
export const typedAmount = (name: string, text: string): Effect.Effect<Cents, WrongUsage> =>
  Effect.flatMap(Environment.Environment, ({ configFile }) => readConfigFile(configFile)).pipe(
    Effect.map(({ config }) => ({ typing: typingOf(config), locale: config.currency.locale })),
    Effect.provide(environment),
    Effect.orElseSucceed(() => ({ typing: plainTyping, locale: yuan.locale })),
    Effect.flatMap(({ locale, typing }) => {
      const read = readTyped(text, typing)
      if (typeof read === "number") return Effect.succeed(read as Cents)
      if (read === undefined) {
        const expected = `an amount from 0 to 9999999999.99 ${typing.isWhole === true ? "without decimals" : "with at most two decimals"}`
        return new WrongUsage({ message: `${name}: ${expectedGot(expected, text)}` })
      }
      const { decimal, grouped } = readingsIn(locale, read)
      return new WrongUsage({ message: `${name}: ${text} could be ${grouped} or ${decimal}: write it with two decimals` })
    })
  )

const database = Layer.unwrapEffect(Effect.map(Environment.Environment, ({ databaseUrl }) => Database.layer(databaseUrl, "refuse")))

const stores = Layer.mergeAll(LedgerStore.layer, AuditTrail.layer, Outbox.layer, Layer.provideMerge(Rights.layer, PeopleStore.layer))

/** The stored days. An older database is not upgraded, because the service may be running on it. */
export const stored = stores.pipe(Layer.provideMerge(database), Layer.provideMerge(settings))

/**
 * The ledger as a second writer while the service runs; the service sees its changes within a second. Neither the notifier nor the
 * scheduler runs here: only the service sends messages of the outbox.
 */
export const ledger = Ledger.layer.pipe(Layer.provideMerge(Layer.merge(Events.layer, OutboxBell.layer)), Layer.provideMerge(stored))

export const people = Layer.provideMerge(People.layer, stored)

/** The database of an address; a fault names the setting that has the address. */
export const locationOf = (url: string, setting = "DATABASE_URL") =>
  Effect.mapError(DatabaseUrl.parse(url), (message) =>
    new Refused({ code: "invalid_config", message: message.replace(/^DATABASE_URL/, setting) }))

const location = Effect.flatMap(Environment.Environment, ({ databaseUrl }) => locationOf(databaseUrl))

/** Path of the database, which may be missing; for commands that work on the file itself. */
export const databaseFile = Effect.flatMap(location, DatabaseUrl.DatabaseUrl.$match({
  Sqlite: ({ filename }) =>
    filename === DatabaseUrl.memory
      ? new Refused({ code: "no_database", message: "DATABASE_URL names a database in memory, which no other program can reach" })
      : Effect.succeed(filename),
  Postgres: () =>
    new Refused({
      code: "no_file",
      message: "the database is on a PostgreSQL server: back it up with pg_dump, and restore it with pg_restore"
    })
}))

/** The path of an existing database file; a missing one is refused. */
export const existingFile = Effect.filterOrFail(databaseFile, existsSync,
  (file) => new Refused({ code: "no_database", message: `there is no database ${file}: check DATABASE_URL and the folder this is run in` }))

/** The database of a command that only reads, which must not create an empty one. A server's database without tables is refused. */
export const existingDatabase = Effect.flatMap(location,
  (found): Effect.Effect<void, Refused, Environment.Environment> => found._tag === "Postgres" ? Effect.void : Effect.asVoid(existingFile))

/**
 * When the shop's days begin and end. The stored starts count; without them, or if the database cannot be read, those of the
 * settings, which take effect at the first start.
 */
export const dayBounds = Effect.gen(function*() {
  const { dayStartsAt } = yield* (yield* Config.Config).current
  const { zone } = yield* Clock.ShopClock
  const looked = Effect.zipRight(existingDatabase,
    Effect.provide(Effect.flatMap(LedgerStore.LedgerStore, (store) => knownStarts(store, dayStartsAt)), stored))
  return { zone, starts: yield* Effect.catchAllCause(looked, () => Effect.succeed(alwaysAt(dayStartsAt))) }
})
