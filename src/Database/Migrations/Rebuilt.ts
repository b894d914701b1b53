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
