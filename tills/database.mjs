// A day from a database, which is only read: node tills/database.mjs "select sum(total), count(*) from receipts where …"
// The query gives one row: the amount, and optionally the number of items. These names in it become parameters:
// :date (2026-11-20), :start and :end (with offset), :start_utc and :end_utc (2026-11-19 16:00:00), :start_unix and :end_unix (seconds).
// Environment: TILL_DATABASE, the path of a file of SQLite, or postgres://…
import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, readSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { day, major, NotNow, run, setting, utc } from "./till.mjs"

const valuesOf = ({ date, end, endText, start, startText }) => ({
  date,
  start: startText,
  end: endText,
  start_utc: utc(start).slice(0, 19).replace("T", " "),
  end_utc: utc(end).slice(0, 19).replace("T", " "),
  start_unix: String(start / 1000),
  end_unix: String(end / 1000)
})

/** The query with a mark of the database's own for each name, and the values of the marks. `::date` is a cast of PostgreSQL. */
const bound = (query, values, markOf) => {
  const given = []
  const text = query.replaceAll(/(?<![:\w]):(start_utc|end_utc|start_unix|end_unix|start|end|date)\b/g, (_all, name, at) => {
    if (/['"]/.test(query[at - 1] ?? "")) throw new Error(`:${name}: expected no quotes around it, because it is a value and no text`)
    given.push(values[name])
    return markOf(given.length)
  })
  return { text, given }
}

const identity = (file) =>
  ["", "-wal"].map((
    end
  ) => (existsSync(file + end) ? `${statSync(file + end).ino} ${statSync(file + end).size} ${statSync(file + end).mtimeMs}` : "")).join()

const isWal = (file) => {
  const header = Buffer.alloc(20)
  const opened = openSync(file, "r")
  readSync(opened, header, 0, 20, 0)
  closeSync(opened)
  return header[18] === 2 || header[19] === 2
}

/**
 * Rows of a file of SQLite. A file in WAL mode is read in place only while its program runs: otherwise SQLite would create files beside it,
 * so a copy is read.
 */
const fromSqlite = async (file, query, values) => {
  const { DatabaseSync } = await import("node:sqlite")
  if (!existsSync(file)) throw new Error("TILL_DATABASE: there is no such file")
  const { given, text } = bound(query, values, () => "?")
  const folder = mkdtempSync(join(tmpdir(), "turnover-till-"))
  try {
    let read = file
    if (isWal(file) && !(existsSync(`${file}-wal`) && existsSync(`${file}-shm`))) {
      const before = identity(file)
      read = join(folder, "till.db")
      for (const end of ["", "-wal"]) if (existsSync(file + end)) copyFileSync(file + end, read + end)
      if (identity(file) !== before) throw new NotNow("the database changed while it was copied")
    }
    const database = new DatabaseSync(read, { readOnly: true, timeout: 2000 })
    const statement = database.prepare(text)
    statement.setReadBigInts(true)
    const rows = []
    for (const row of statement.iterate(...given)) {
      rows.push(Object.values(row).map((value) => (value === null ? null : String(value))))
      if (rows.length === 2) break
    }
    return rows
  } catch (error) {
    throw error.errcode === 5 || error.errcode === 6 ? new NotNow("the database is locked by its program") : error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The driver of the installation, or of its sources. */
const driver = () => import("pg").catch(() => import(new URL("../dist/pg.mjs", import.meta.url).href))

const fromPostgres = async (url, query, values) => {
  const { default: pg } = await driver()
  const { given, text } = bound(query, values, (number) => `$${number}`)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, statement_timeout: 50_000 })
  try {
    await client.connect()
  } catch (error) {
    throw new NotNow(`the database does not answer: ${error.message || error.code}`)
  }
  try {
    await client.query("start transaction read only")
    // As a prepared statement it is one statement. Numbers stay texts: a float would change their digits.
    const { rows } = await client.query({
      text,
      values: given,
      rowMode: "array",
      queryMode: "extended",
      types: { getTypeParser: () => String }
    })
    return rows
  } finally {
    await client.end()
  }
}

await run(async () => {
  const address = setting("TILL_DATABASE")
  const [query] = process.argv.slice(2)
  if (query === undefined) throw new Error("expected a query after tills/database.mjs")
  const values = valuesOf(day())
  const rows = await (/^postgres(?:ql)?:/.test(address)
    ? fromPostgres(address, query, values)
    : fromSqlite(address.replace(/^(?:file|sqlite):/, ""), query, values))
  if (rows.length !== 1 || rows[0].length < 1 || rows[0].length > 2) {
    throw new Error(
      `expected one row with an amount and a number of items, got ${
        rows.length === 1 ? `${rows[0].length} columns` : `${rows.length === 0 ? "no" : "more"} rows`
      }`
    )
  }
  const [amount, items = "1"] = rows[0]
  // The sum of no rows.
  if (amount === null) throw new NotNow("the query gives NULL: there is no row of the day")
  if (!/^\d{1,9}$/.test(items ?? "")) throw new Error(`expected a number of items, got ${items}`)
  return { sum: major(amount, "the query"), items: Number(items) }
})
