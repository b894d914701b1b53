/** Why a database accepts no writes, each with a sentence that says what is wrong and what to do. Anyone may read them. */
export const unavailableReasons = {
  disk_full: "the disk of the database is full: free some space on it",
  locked: "another program keeps the database locked: let it finish, or end it",
  read_only:
    "the database can be read but not written: check the rights to its files and how its disk is mounted, or whether its server is a standby",
  file_moved: "the database's file was moved, removed or replaced under the service: put it back and restart the service",
  io_error: "the disk of the database reports errors: check it, and have a backup at hand",
  not_allowed: "the database refuses the service a right that it needs: give its user the rights of the tables' owner",
  shop_missing:
    "the row of the table shop is missing, which orders all changes: restore the database, or run INSERT INTO shop VALUES (1, 0)",
  no_answer: "the database does not answer: check its server and the way to it"
} as const satisfies Readonly<Record<string, string>>

export type UnavailableReason = keyof typeof unavailableReasons

export type WriteProblem = `writes_${UnavailableReason}`
