import { Command, Options } from "@effect/cli"
import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer } from "effect"
import { transfer } from "../Backup/Transfer.ts"
import { Environment } from "../Config/Environment.ts"
import * as Served from "../Database/Served.ts"
import { formatYuan, toYuan } from "../Domain/Amount.ts"
import type { Cents } from "../Domain/Amount.ts"
import { answering, counted, lines, showing } from "./Output.ts"
import { json } from "./Words.ts"
import * as Workbench from "./Workbench.ts"

/** As its service would open it: nothing else may serve it, and its schema is this version's. */
const opened = (url: string) =>
  Effect.map(Layer.build(Layer.fresh(Served.layer(url))), (context) => Context.get(context, SqlClient.SqlClient))

const copy = (to: string) =>
  Effect.gen(function*() {
    yield* Workbench.existingDatabase
    const { databaseUrl } = yield* Environment
    const source = yield* opened(databaseUrl)
    const target = yield* opened(to)
    const { auditRecords, rows, totalCents } = yield* showing("copying", () => transfer(source, target))
    const cents = totalCents as Cents
    return {
      ok: true,
      text: lines(
        `copied and verified: ${counted(rows["turnover"] ?? 0, "day")}, ${formatYuan(cents)} in all, ${
          counted(auditRecords, "audit record")
        }`,
        "set DATABASE_URL to the new address, and start the service"
      ),
      json: { rows, total: toYuan(cents), audit_records: auditRecords }
    }
  })

export const command = Command.make(
  "copy",
  { to: Options.text("to").pipe(Options.withDescription("The address of an empty database, as DATABASE_URL")), json },
  ({ json, to }) => answering(json)(Effect.scoped(copy(to)).pipe(Effect.provide(Workbench.environment)))
).pipe(Command.withDescription("Copy everything to an empty database, from SQLite to PostgreSQL or back, while the service is stopped"))
