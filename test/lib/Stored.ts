import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { Cents } from "../../src/Domain/Amount.ts"
import type { Announcement } from "../../src/Domain/Announcement.ts"
import type { AuditAction } from "../../src/Domain/Audit.ts"
import type { GeneratorSettings } from "../../src/Domain/Generator.ts"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import type { Source, Turnover } from "../../src/Domain/Turnover.ts"
import { toRow } from "../../src/Outbox/Row.ts"
import { type Sent } from "./RecordingBot.ts"

export const date = (text: string) => text as LocalDate
export const cents = (value: number) => value as Cents

/** A day of 1,234.56 that was entered by hand, with the given parts replaced. */
export const turnover = (day: string, parts: Partial<Turnover> = {}): Turnover => ({
  date: date(day),
  cents: cents(123_456),
  isFinal: true,
  source: "manual",
  ...parts
})

/** Stores a day in the database without the service. */
export const storeDay = (day: Turnover) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`INSERT INTO turnover ${
      sql.insert({ date: day.date, amount_cents: day.cents, is_final: day.isFinal ? 1 : 0, source: day.source })
    } ON CONFLICT (date) DO UPDATE SET
      amount_cents = excluded.amount_cents, is_final = excluded.is_final, source = excluded.source, changed_at = NULL, changed_by = NULL,
      entry_token = NULL`)

/** Stores a message about a day in the outbox. A waiting message is due at `notBefore`. */
export const storeMessage = (day: Turnover, state: "pending" | "delivered" | "failed", notBefore = 0, chat = "main") =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`INSERT INTO notification ${
      sql.insert({
        ...toRow({ kind: "daily", date: day.date, cents: day.cents, source: day.source, before: null, reason: "", actor: "settlement" },
          chat, 0),
        state,
        next_attempt_at: notBefore,
        delivered_at: state === "delivered" ? 1 : null,
        delivered_format: state === "delivered" ? "card" : null,
        failure: state === "failed" ? "refused" : null
      })
    }`)

/** A day without its last change. */
export const figureOf = ({ changed: _, ...day }: Turnover): Turnover => day

/** Every day in the database, oldest first. */
export const storedDays = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ date: LocalDate; amount_cents: Cents; is_final: 0 | 1; source: Source }>`SELECT * FROM turnover ORDER BY date`,
    (rows) => rows.map((row): Turnover => ({ date: row.date, cents: row.amount_cents, isFinal: row.is_final === 1, source: row.source }))
  ))

/** Action and date of each audit record, oldest first. */
export const storedAudit = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ action: AuditAction; date: LocalDate }>`SELECT action, date FROM audit ORDER BY id`,
    (rows) => rows.map((row) => `${row.action} ${row.date}`)
  ))

/** The generator of an installation with the test's configuration. */
export const storedGenerator = Effect.flatMap(SqlClient.SqlClient,
  (sql) =>
    Effect.map(sql<{ value: string }>`SELECT value FROM installation WHERE key = 'generator_seed'`, ([row]): GeneratorSettings => ({
      seed: row?.value ?? "",
      weekday: { min: cents(280_000), max: cents(360_000) },
      weekend: { min: cents(400_000), max: cents(520_000) }
    })))

/** The number of messages in the outbox. */
export const storedMessages = Effect.flatMap(SqlClient.SqlClient,
  (sql) => Effect.map(sql<{ count: number }>`SELECT count(*) AS count FROM notification`, ([row]) => row?.count ?? 0))

const kindAndDate = (announcement: Announcement): string =>
  announcement.kind === "digest"
    ? `digest of ${announcement.days}`
    : `${announcement.kind} ${announcement.kind === "report" ? announcement.report.period.name : announcement.date}`

/** Kind and date of each message that the chat received. */
export const announced = (bot: { readonly sent: ReadonlyArray<Sent> }): ReadonlyArray<string> =>
  bot.sent.map(({ announcement }) => kindAndDate(announcement))
