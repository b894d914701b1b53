// A day from a database, which is only read: node tills/database.mjs "select sum(total), count(*) from receipts where …"
// The query gives one row: the amount, and optionally the number of items. docs/sources.md has the names in it that become parameters.
// Environment: TILL_DATABASE, the path of a file of SQLite, or postgres://…
import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, readSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { day, major, NotNow, run, setting, utc } from "./till.mjs"

const parameter = /(?<![:\w]):(date|(?:start|end)(?:_(?:utc|iso|local|unix|ms))?)\b/g

const formOf = (name) => name === "date" ? "date" : name.split("_")[1] ?? "instant"

// Which times have a T as a text, and a Z unless they are local: as the names say, the other ones, or all.
const asNamed = (form) => form === "iso" || form === "instant"
const otherwise = (form) => !asNamed(form)
const all = () => true

/**
 * The query with a mark of the database's own for each name, and the values of the marks. `::date` is a cast of PostgreSQL.
 * @param moved a time of day in place of that of each text
 */
const bound = (query, { date, end, endText, start, startText }, markOf, isT, moved) => {
  const given = []
  const text = query.replaceAll(parameter, (_all, name, at) => {
    if (/['"]/.test(query[at - 1] ?? "")) throw new Error(`:${name}: expected no quotes around it, because it is a value and no text`)
    const form = formOf(name)
    const [millis, shown] = name.startsWith("start") ? [start, startText] : [end, endText]
    const clock = (form === "local" ? shown : utc(millis)).slice(0, 19)
    const time = `${clock.slice(0, 10)}${isT(form) ? "T" : " "}${moved ?? clock.slice(11)}`
    const inUtc = isT(form) ? `${time}Z` : time
    const values = { date, unix: BigInt(millis) / 1000n, ms: BigInt(millis), local: time, utc: inUtc, iso: inUtc }
    given.push(form === "instant" ? (isT(form) ? shown : `${time}Z`) : values[form])
    return markOf(form, given.length)
  })
  return { text, given }
}

/**
 * The rows of a query, if they are the same whatever is compared in it. Databases compare a text with a text by its letters, and a time
 * without a zone by the zone of the session.
 * @param ask gives the rows for a way of writing texts, and a time of day in them or a zone of the session
 */
const certain = async (query, ask, { hasSession }) => {
  const forms = [...query.matchAll(parameter)].map(([, name]) => formOf(name))
  const answer = async (...way) => JSON.stringify(await ask(...way))
  const rows = await ask(asNamed)
  if (hasSession && await answer(all) !== await answer(all, { zone: process.env.TZ })) {
    throw new Error(
      "the answer depends on the session's zone: compare times without a zone with :start_utc or :start_local, those with one with :start, and no dates of them"
    )
  }
  const isInstantText = !hasSession && forms.includes("instant")
  const isText = isInstantText || ["utc", "iso", "local"].some((form) => forms.includes(form))
  if (!isText || JSON.stringify(rows) === await answer(otherwise)) return rows
  // Texts in a way that the column does not have tell only its dates apart, whatever time they have: then the column has the named way.
  const isOfDates = await answer(otherwise, { moved: "00:00:00" }) === await answer(otherwise, { moved: "23:59:59" })
  if (isOfDates && !isInstantText) return rows
  throw new Error(
    "the answer depends on how a time is written: a text is :start_utc (2026-11-19 16:00:00), :start_iso (2026-11-19T16:00:00Z) or :start_local, a number :start_unix or :start_ms"
  )
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
const fromSqlite = async (file, query, asked) => {
  const { DatabaseSync } = await import("node:sqlite")
  if (!existsSync(file)) throw new Error("TILL_DATABASE: there is no such file")
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
    // One transaction, so that each answer is of the same rows.
    database.exec("begin")
    return await certain(query, (isT, { moved } = {}) => {
      const { given, text } = bound(query, asked, () => "?", isT, moved)
      const statement = database.prepare(text)
      statement.setReadBigInts(true)
      const rows = []
      for (const row of statement.iterate(...given)) {
        rows.push(Object.values(row).map((value) => (value === null ? null : String(value))))
        if (rows.length === 2) break
      }
      return rows
    }, { hasSession: false })
  } catch (error) {
    throw error.errcode === 5 || error.errcode === 6 ? new NotNow("the database is locked by its program") : error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The driver of the installation, or of its sources. */
const driver = () => import("pg").catch(() => import(new URL("../dist/pg.mjs", import.meta.url).href))

/** The types of what is no text. A text has the type of what it is compared with. */
const types = { instant: "timestamptz", unix: "bigint", ms: "bigint" }

const fromPostgres = async (url, query, asked) => {
  const { default: pg } = await driver()
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, statement_timeout: 50_000 })
  try {
    await client.connect()
  } catch (error) {
    throw new NotNow(`the database does not answer: ${error.message || error.code}`)
  }
  try {
    await client.query("start transaction isolation level repeatable read read only")
    return await certain(query, async (isT, { moved, zone = "UTC" } = {}) => {
      const { given, text } = bound(query, asked, (form, number) => types[form] ? `($${number}::${types[form]})` : `$${number}`, isT, moved)
      await client.query({ text: "select set_config('TimeZone', $1, true)", values: [zone] })
      // As a prepared statement it is one statement. Numbers stay texts: a float would change their digits.
      const { rows } = await client.query({
        text,
        values: given,
        rowMode: "array",
        queryMode: "extended",
        types: { getTypeParser: () => String }
      })
      return rows
    }, { hasSession: true })
  } finally {
    await client.end()
  }
}

await run(async () => {
  const address = setting("TILL_DATABASE")
  const [query] = process.argv.slice(2)
  if (query === undefined) throw new Error("expected a query after tills/database.mjs")
  const rows = await (/^postgres(?:ql)?:/.test(address)
    ? fromPostgres(address, query, day())
    : fromSqlite(address.replace(/^(?:file|sqlite):/, ""), query, day()))
  if (rows.length !== 1 || rows[0].length < 1 || rows[0].length > 2) {
    throw new Error(
      `expected one row with an amount and a number of items, got ${
        rows.length === 1 ? `${rows[0].length} columns` : `${rows.length === 0 ? "no" : "more"} rows`
      }`
    )
  }
  const [amount, items = "1"] = rows[0]
  // The sum of no rows, which a query can turn into 0.
  if (amount === null) throw new NotNow("the query gives NULL: there is no row of the day")
  if (rows[0].length === 1 && /^-?0(?:\.0*)?$/.test(amount)) throw new NotNow("the query gives 0 without a number of items, as for no row")
  if (!/^\d{1,9}$/.test(items ?? "")) throw new Error(`expected a number of items, got ${items}`)
  return { sum: major(amount, "the query"), items: Number(items) }
})
