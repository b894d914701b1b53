import { Command, Options } from "@effect/cli"
import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer } from "effect"
import { ShopPlace } from "../Config/Environment.ts"
import { Database, servedDatabase } from "../Database.ts"
import type { DatabaseUnavailable } from "../Database/DatabaseUnavailable.ts"
import * as DatabaseUrl from "../Database/DatabaseUrl.ts"
import { toYuan } from "../Domain/Amount.ts"
import type { Cents } from "../Domain/Amount.ts"
import { counted } from "../Domain/Counted.ts"
import { transfer } from "./Copy/Transfer.ts"
import { lines, printing, Refused, showing } from "./Output.ts"
import { json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

const built = (layer: Layer.Layer<Database | SqlClient.SqlClient, DatabaseUnavailable>) =>
  Effect.map(Layer.build(Layer.fresh(layer)), (context) => Context.get(context, SqlClient.SqlClient))

/** Opens a database as its service does: no other process may serve it meanwhile, and it has this version's schema. */
const opened = (url: string) => built(servedDatabase(url, "take"))

const refuseTarget = (from: string, to: string) =>
  Effect.gen(function*() {
    const [source, target] = yield* Effect.all([Workbench.locationOf(from), Workbench.locationOf(to, "--to")])
    if (target._tag === "Sqlite" && target.filename === DatabaseUrl.memory) {
      return yield* new Refused({
        code: "target_in_memory",
        message: "--to: found a database in memory, which ends with this command; expected a file or a server"
      })
    }
    if (DatabaseUrl.isSame(source, target)) {
      return yield* new Refused({
        code: "target_is_source",
        message: "--to: found the database of DATABASE_URL itself, expected a different, empty database"
      })
    }
  })

const copy = (to: string, whileServed: boolean) =>
  Effect.gen(function*() {
    const { databaseUrl } = yield* ShopPlace
    yield* refuseTarget(databaseUrl, to)
    yield* Workbench.existingDatabase
    const source = yield* whileServed ? built(Database.layer(databaseUrl, "refuse")) : opened(databaseUrl)
    const target = yield* opened(to)
    const { auditRecords, rows, totalCents } = yield* showing("copying", () => transfer(source, target))
    const cents = totalCents as Cents
    const money = yield* Workbench.moneyIfSet
    return {
      ok: true,
      text: lines(
        `copied and verified: ${counted(rows["turnover"] ?? 0, "day")}, ${money(cents)} in all, ${counted(auditRecords, "audit record")}`,
        whileServed
          ? "what the running service stores from now on (days, messages, tokens that are revoked) is not in the copy: before a service uses it, stop the old one and copy again to an empty database"
          : "set DATABASE_URL to the new address, and start the service"
      ),
      json: { rows, total: toYuan(cents), audit_records: auditRecords, while_served: whileServed }
    }
  })

export const command = Command.make(
  "copy",
  {
    to: Options.text("to").pipe(Options.withDescription("The address of an empty database, as DATABASE_URL")),
    whileServed: Options.boolean("while-served").pipe(
      Options.withDescription("Copy although the service runs: what it stores afterwards is missing in the copy")
    ),
    json
  },
  ({ json, to, whileServed }) => printing(json)(Effect.scoped(copy(to, whileServed)).pipe(Effect.provide(Workbench.environment)))
).pipe(Command.withDescription("Copy everything to an empty database, from SQLite to PostgreSQL or back, while the service is stopped"))
