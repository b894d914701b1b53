/** A statement that is not about rows, such as `SAVEPOINT "first"` or `SET LOCAL lock_timeout = 5000`. */
export interface Command {
  readonly word: string
  /** The savepoint, channel, table or setting. */
  readonly subject: string
  /** The value of a setting. */
  readonly value: string
}

const words =
  /^\s*(BEGIN|COMMIT|ROLLBACK TO SAVEPOINT|ROLLBACK|SAVEPOINT|RELEASE SAVEPOINT|SET|LISTEN|UNLISTEN|LOCK|CREATE TABLE IF NOT EXISTS)\b\s*"?(\w*)/

const setting = /^(SET) (?:LOCAL )?(\w+) = '?(.*?)'?$/

/** undefined for a statement about rows. */
export const commandOf = (text: string): Command | undefined => {
  const [, word, subject = "", value = ""] = setting.exec(text) ?? words.exec(text) ?? []
  return word === undefined ? undefined : { word, subject, value }
}

const facts = { fsync: "on", fullPageWrites: "on", synchronousCommit: "on", standby: false }

/** The server's facts about itself; undefined if the statement asks for something else. */
export const selfDescription = (
  text: string,
  process: number,
  tables: () => ReadonlyArray<object>
): ReadonlyArray<unknown> | undefined => {
  if (text.includes("server_version_num")) return [{ version: 150_018, process, schema: "public", mayCreate: true, ...facts }]
  if (text.includes("'fsync'")) return [facts]
  if (text.includes("pg_is_in_recovery()")) return [{ standby: false }]
  if (text.includes("pg_tables")) return tables().map((table) => ({ ...table, may: true }))
  if (text.includes("::regclass") || text.includes("set_config(")) return [{}]
  return undefined
}
