/**
 * SQLite cannot change a CHECK, so the rows are copied to a new table, which then takes the old table's name. The old table's
 * indexes and triggers are lost with it; `afterwards` creates them again.
 */
export const rebuilt = (
  table: string,
  columns: string,
  create: (name: string) => string,
  afterwards: ReadonlyArray<string>
): ReadonlyArray<string> => [
  create(`${table}_next`),
  `INSERT INTO ${table}_next (${columns}) SELECT ${columns} FROM ${table} ORDER BY id`,
  `DROP TABLE ${table}`,
  `ALTER TABLE ${table}_next RENAME TO ${table}`,
  ...afterwards
]

/** The statements of the table `audit`, in SQLite's dialect. Its triggers refuse UPDATE and DELETE. */

const appendOnly: ReadonlyArray<string> = [
  `CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
   BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`,
  // INSERT OR REPLACE deletes without the trigger for DELETE.
  `CREATE TRIGGER audit_no_replace BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)
   BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`,
  `CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
   BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`
]

export const firstAudit: ReadonlyArray<string> = [
  `CREATE TABLE audit (
     id INTEGER PRIMARY KEY CHECK (id > 0),
     created_at INTEGER NOT NULL,
     date TEXT NOT NULL,
     action TEXT NOT NULL CHECK (action IN ('generate', 'finalize', 'correct', 'import')),
     before_cents INTEGER,
     after_cents INTEGER NOT NULL,
     source TEXT NOT NULL CHECK (source IN ('generated', 'manual', 'import')),
     reason TEXT NOT NULL,
     actor TEXT NOT NULL,
     hash TEXT NOT NULL CHECK (length(hash) = 64)
   ) STRICT`,
  `CREATE INDEX audit_created_at ON audit (created_at)`,
  ...appendOnly
]

export const audit = (name: string): string =>
  `CREATE TABLE ${name} (
     id INTEGER PRIMARY KEY CHECK (id > 0),
     created_at INTEGER NOT NULL,
     date TEXT NOT NULL,
     action TEXT NOT NULL CHECK (action IN ('generate', 'finalize', 'correct', 'import', 'withdraw', 'close', 'open', 'note')),
     before_cents INTEGER,
     after_cents INTEGER CHECK ((after_cents IS NULL) = (action IN ('withdraw', 'close', 'open', 'note'))),
     source TEXT CHECK (source IN ('generated', 'manual', 'import')) CHECK ((source IS NULL) = (action IN ('close', 'open', 'note'))),
     reason TEXT NOT NULL,
     actor TEXT NOT NULL,
     hash TEXT NOT NULL CHECK (length(hash) = 64)
   ) STRICT`

export const auditIndexes: ReadonlyArray<string> = [
  `CREATE INDEX audit_created_at ON audit (created_at)`,
  `CREATE INDEX audit_day ON audit (date, id)`,
  `CREATE INDEX audit_settlement ON audit (id) WHERE action IN ('generate', 'finalize')`
]

const columns = "id, created_at, date, action, before_cents, after_cents, source, reason, actor, hash"

/** Widens the table's checks; no record changes. */
const widened = (create: (name: string) => string): ReadonlyArray<string> =>
  rebuilt("audit", columns, create, [...auditIndexes, ...appendOnly])

export const widerAudit = widened(audit)

const undoneAudit =
  (actions: string, sources: string, free = "action = 'undo'", unsourced = "'close', 'open', 'note'") => (name: string): string =>
    `CREATE TABLE ${name} (
     id INTEGER PRIMARY KEY CHECK (id > 0),
     created_at INTEGER NOT NULL,
     date TEXT NOT NULL,
     action TEXT NOT NULL CHECK (action IN (${actions})),
     before_cents INTEGER,
     after_cents INTEGER CHECK (${free} OR (after_cents IS NULL) = (action IN ('withdraw', 'close', 'open', 'note'))),
     source TEXT CHECK (source IN (${sources}))
       CHECK (action = 'undo' OR (source IS NULL) = (action IN (${unsourced}))),
     reason TEXT NOT NULL,
     actor TEXT NOT NULL,
     hash TEXT NOT NULL CHECK (length(hash) = 64)
   ) STRICT`

export const auditOfUndoing = widened(undoneAudit(
  "'generate', 'finalize', 'correct', 'import', 'withdraw', 'close', 'open', 'note', 'undo'",
  "'generated', 'manual', 'import'"
))

/** Adds the records of amounts that tills push or are asked for. */
export const auditOfFeed = widened(undoneAudit(
  "'generate', 'finalize', 'correct', 'import', 'feed', 'withdraw', 'close', 'open', 'note', 'undo'",
  "'generated', 'manual', 'import', 'feed'"
))

/** Adds the records of goals, which have no source, and no amount if the goal was cleared. */
export const auditOfGoals = widened(undoneAudit(
  "'generate', 'finalize', 'correct', 'import', 'feed', 'withdraw', 'close', 'open', 'note', 'undo', 'goal'",
  "'generated', 'manual', 'import', 'feed'",
  "action IN ('undo', 'goal')",
  "'close', 'open', 'note', 'goal'"
))
