/** Who may use the service. Only hashes of secrets are stored. An invited person has no token and so no hash. */
export const people: ReadonlyArray<string> = [
  `CREATE TABLE token (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL,
     role TEXT NOT NULL CHECK (role IN ('view', 'entry', 'manager', 'admin', 'feed')),
     hash TEXT UNIQUE CHECK (length(hash) = 64),
     created_at INTEGER NOT NULL,
     created_by TEXT NOT NULL,
     expires_at INTEGER,
     last_used_at INTEGER,
     revoked_at INTEGER
   ) STRICT`,
  `CREATE UNIQUE INDEX token_name ON token (name) WHERE revoked_at IS NULL`,
  `CREATE TABLE session (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     token_id INTEGER REFERENCES token (id),
     hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
     device TEXT NOT NULL,
     secure INTEGER NOT NULL CHECK (secure IN (0, 1)),
     created_at INTEGER NOT NULL,
     expires_at INTEGER NOT NULL,
     last_used_at INTEGER NOT NULL,
     ended_at INTEGER
   ) STRICT`,
  `CREATE INDEX session_token ON session (token_id)`,
  `CREATE TABLE invitation (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     token_id INTEGER NOT NULL REFERENCES token (id),
     hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
     created_at INTEGER NOT NULL,
     expires_at INTEGER NOT NULL,
     used_at INTEGER
   ) STRICT`,
  `ALTER TABLE turnover ADD COLUMN entry_token INTEGER`
]

/** Earlier schemas had one clock, so the stored ends become ends by the steady clock. */
export const steadyEnds: ReadonlyArray<string> = [
  `ALTER TABLE token ADD COLUMN ends_at INTEGER`,
  `UPDATE token SET ends_at = expires_at`
]
