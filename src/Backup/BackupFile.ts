import { Reactivity } from "@effect/experimental"
import { SqlClient } from "@effect/sql"
import { Data, Effect, Layer } from "effect"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { dirname } from "node:path"
import { writeWhole } from "../Config/WholeFile.ts"
import type { DatabaseUnavailable } from "../Database/DatabaseUnavailable.ts"
import { refusalOf, schemaOf } from "../Database/Migrate.ts"
import { migrations } from "../Database/Migrations.ts"
import * as Sqlite from "../Database/Sqlite/Client.ts"
import { type Copied, copy, CopyFailed } from "../Database/Sqlite/Copy.ts"
import { removeLeftovers } from "../Database/Sqlite/Files.ts"
import { type ChainHead, chainStart, formatHead, parseHead } from "../Domain/Audit.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import type { Mismatch } from "../Domain/Reconciliation.ts"
import * as AuditTrail from "../Ledger/AuditTrail.ts"

/**
 * The companion of a backup: the number and hash of its newest audit record. It is an anchor of the audit outside of the
 * database, and shows that the backup was made and verified by the service.
 */
export const headName = (backup: string): string => `${backup}.head`

export const writeHead = (backup: string, head: ChainHead): void => writeWhole(headName(backup), 0o640, () => `${formatHead(head)}\n`)

export const removeHead = (backup: string): void => rmSync(headName(backup), { force: true })

/** The companion's text; null if there is no companion. */
export const readHead = (backup: string): string | null =>
  existsSync(headName(backup)) ? readFileSync(headName(backup), "utf8").trim() : null

/** Whether a complete companion exists. The companion of a database without a record contains `0:`. */
export const hasHead = (backup: string): boolean => {
  try {
    const text = readFileSync(headName(backup), "utf8").trim()
    return text === formatHead(chainStart) || parseHead(text) !== undefined
  } catch {
    return false
  }
}

export interface Contents {
  readonly schema: number
  readonly days: number
  readonly firstDay: LocalDate | null
  readonly lastDay: LocalDate | null
  readonly totalCents: number
  readonly auditRecords: number
  /** The newest audit record; number 0 without one. */
  readonly head: ChainHead
  /** Messages that the service would still send. */
  readonly waitingMessages: number
  readonly mismatch: Mismatch | null
}

/** A file that must not be used as the shop's database; `message` is one sentence. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly message: string }> {}

interface Summary {
  readonly days: number
  readonly first: LocalDate | null
  readonly last: LocalDate | null
  readonly total: number
}

/**
 * Reads a database of the service, or fails with the reason why it cannot be used: its schema must be known and its audit chain
 * valid.
 */
export const inspect = (file: string): Effect.Effect<Contents, Unusable | DatabaseUnavailable> =>
  Effect.gen(function*() {
    const { sql } = yield* Sqlite.make(file)
    const database = Layer.succeed(SqlClient.SqlClient, sql)
    const schema = yield* Effect.orDie(Effect.provide(schemaOf, database))
    const refusal = refusalOf(schema ?? 0, migrations)
    if (schema === null || schema === 0) return yield* new Unusable({ message: "it is not a database of this service" })
    if (refusal !== undefined) return yield* new Unusable({ message: `it ${refusal.why}: ${refusal.remedy}` })
    const audit = yield* Effect.provide(AuditTrail.AuditTrail, Layer.provide(AuditTrail.layer, database))
    const { firstBrokenId, head, mismatch, records } = yield* audit.examine
    if (firstBrokenId !== null) return yield* new Unusable({ message: `its audit chain does not hold at record ${firstBrokenId}` })
    const [summary] = yield* Effect.orDie(sql<Summary>`
      SELECT count(*) AS days, min(date) AS first, max(date) AS last, coalesce(sum(amount_cents), 0) AS total FROM turnover`)
    const [waiting] = yield* Effect.orDie(sql<{ readonly count: number }>`
      SELECT count(*) AS count FROM notification WHERE state = 'pending'`)
    return {
      schema,
      days: summary?.days ?? 0,
      firstDay: summary?.first ?? null,
      lastDay: summary?.last ?? null,
      totalCents: summary?.total ?? 0,
      auditRecords: records,
      head,
      waitingMessages: waiting?.count ?? 0,
      mismatch
    }
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))

interface BackupOptions {
  readonly source: string
  readonly target: string
  readonly replace: boolean
  readonly onProgress?: (done: number) => void
}

/** Removes the files of killed backups. A failure here does not prevent the backup. */
const tidy = (folder: string) =>
  Effect.ignore(Effect.try(() => {
    if (existsSync(folder)) removeLeftovers(folder)
  }))

export type BackedUp = Copied & { readonly verified: Contents }

/** Makes a backup, which gets its name after it was verified. */
export const backUp = (options: BackupOptions): Effect.Effect<BackedUp, CopyFailed> =>
  Effect.catchTags(
    Effect.zipRight(tidy(dirname(options.target)), // The companion is written before the backup gets its name: a backup without a companion does not count.
      copy({ ...options, verify: inspect, beforeNaming: ({ head }) => writeHead(options.target, head) })),
    {
      Unusable: ({ message }) => new CopyFailed({ message: `no backup was made of ${options.source}: ${message}` }),
      DatabaseUnavailable: ({ message }) => new CopyFailed({ message: `no backup was made of ${options.source}: ${message}` })
    }
  )
