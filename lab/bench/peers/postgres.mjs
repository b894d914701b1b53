const atOnce = 500

const placeholders = (rows, columns) => {
  let index = 0
  return rows.map(() => `(${columns.map(() => `$${index += 1}`).join(", ")})`).join(", ")
}

const insert = async (client, table, rows) => {
  const columns = Object.keys(rows[0] ?? {})
  for (let from = 0; from < rows.length; from += atOnce) {
    const slice = rows.slice(from, from + atOnce)
    await client.query(`INSERT INTO ${table} (${columns.join(", ")}) VALUES ${placeholders(slice, columns)}`, slice.flatMap(Object.values))
  }
}

/** Inserts rows into empty tables, several in each statement, in one transaction of `pg`. */
export const plainInserts = async (client, tables) => {
  const begin = performance.now()
  await client.query("BEGIN")
  for (const [table, rows] of Object.entries(tables)) await insert(client, table, rows)
  await client.query("COMMIT")
  return performance.now() - begin
}

/** A transaction of two statements that notifies: its time, and the time until another connection gets the notification. */
export const plainNotification = async (writer, listener) => {
  const heard = new Promise((resolve) => listener.once("notification", resolve))
  const begin = performance.now()
  await writer.query("BEGIN")
  await writer.query("UPDATE plain SET version = version + 1")
  await writer.query("SELECT pg_notify('plain', '')")
  await writer.query("COMMIT")
  const committed = performance.now() - begin
  await heard
  return { committed, heard: performance.now() - begin }
}
