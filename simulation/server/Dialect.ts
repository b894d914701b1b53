/**
 * A part of a statement in SQLite's dialect. For each placeholder, it has the position (from 0) of its value among the values of
 * the statement.
 */
export interface Piece {
  readonly text: string
  readonly values: ReadonlyArray<number>
}

/** A statement of PostgreSQL, prepared for the modelled server. */
export interface Plan {
  readonly command: string
  /** Statements inside a WITH that change rows, and the names of their results. They run first. */
  readonly changesWithin: ReadonlyArray<Piece & { readonly name: string }>
  readonly main: Piece
  /** The table whose rows a SELECT locks. */
  readonly locks: string | undefined
  /** The advisory lock that the statement takes. */
  readonly advisory: string | undefined
  readonly writes: boolean
  /** Whether it reads tables other than the locked one. */
  readonly readsBesides: boolean
}

const words: ReadonlyArray<readonly [RegExp, string]> = [
  [/::[a-z]\w*/g, ""],
  [/\binterval '1 day'/g, "86400000"],
  [/\binterval '1 hour'/g, "3600000"],
  [/\binterval '1 minute'/g, "60000"],
  [/\binterval '(\d+) (?:second|s)s?'/g, "$1000"],
  [/\bmake_interval\(secs => /g, "make_interval("],
  [/\bFOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)(?: OF \w+)?(?: NOWAIT| SKIP LOCKED)?\s*$/i, ""]
]

/** The end of the parenthesis that opens at `open`. */
const closing = (text: string, open: number): number => {
  let depth = 0
  for (let index = open; index < text.length; index += 1) {
    if (text[index] === "(") depth += 1
    if (text[index] === ")") depth -= 1
    if (depth === 0) return index
  }
  throw new Error(`expected as many closing parentheses as opening ones in ${text}`)
}

/** Instants are milliseconds in the model; PostgreSQL extracts seconds from them. */
const epochsExtracted = (text: string): string => {
  const found = /\bextract\(epoch FROM /i.exec(text)
  if (found === null) return text
  const end = closing(text, found.index + "extract".length)
  const inner = text.slice(found.index + found[0].length, end)
  return epochsExtracted(`${text.slice(0, found.index)}((${inner}) / 1000.0)${text.slice(end + 1)}`)
}

const rowsOfJson = /\bSELECT ([\w, ]+) FROM json_populate_recordset\(NULL::\w+, (\$\d+)\)/i

/** The members of each object as columns. Without the WHERE, SQLite would read the `ON` of `ON CONFLICT` as part of a join. */
const rowsExtracted = (text: string): string =>
  text.replace(rowsOfJson, (_, columns: string, value: string) =>
    `SELECT ${
      columns.split(", ").map((column) => `value ->> '${column}'`).join(", ")
    } FROM json_each(${value}) WHERE true`)

/** Replaces each `$1` by `?`, because a value may be used more than once. */
const pieceOf = (text: string): Piece => {
  const values: Array<number> = []
  const translated = words.reduce((found, [postgres, sqlite]) => found.replace(postgres, sqlite), rowsExtracted(epochsExtracted(text)))
    .replace(/\$(\d+)/g, (_, index: string) => {
      values.push(Number(index) - 1)
      return "?"
    })
  return { text: translated, values }
}

/** Splits `WITH a AS (…), b AS (…) rest`. SQLite cannot change rows inside a WITH. */
const split = (text: string) => {
  const parts: Array<{ readonly name: string; readonly body: string }> = []
  let rest = text
  for (let found = /^\s*WITH\s+(\w+) AS \(/i.exec(rest); found !== null; found = /^\s*,\s*(\w+) AS \(/i.exec(rest)) {
    const open = found[0].length - 1
    const end = closing(rest, open)
    parts.push({ name: found[1] ?? "", body: rest.slice(open + 1, end) })
    rest = rest.slice(end + 1)
  }
  return { parts, rest }
}

const changesRows = (text: string) => /^\s*(insert|update|delete)\b/i.test(text)

export const planOf = (statement: string): Plan => {
  const { parts, rest } = split(statement)
  const changing = parts.filter(({ body }) => changesRows(body))
  const reading = parts.filter(({ body }) => !changesRows(body)).map(({ body, name }) => `${name} AS (${body})`)
  const locking = /\bFOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)(?: OF (\w+))?/i.exec(rest)
  const tables = [...statement.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/gi)].map(([, table]) => table ?? "")
  return {
    command: (/^\s*(\w+)/.exec(rest)?.[1] ?? "").toUpperCase(),
    changesWithin: changing.map(({ body, name }) => ({ name, ...pieceOf(body) })),
    main: pieceOf(reading.length === 0 ? rest.trim() : `WITH ${reading.join(", ")} ${rest.trim()}`),
    locks: locking === null ? undefined : locking[1] ?? tables.at(-1),
    advisory: /pg_advisory_xact_lock\((\d+)\)/.exec(statement)?.[1],
    writes: changing.length > 0 || changesRows(rest),
    readsBesides: new Set(tables).size > 1
  }
}

/** The statements in a text without values, such as `BEGIN; SET LOCAL …`. */
export const statementsOf = (text: string): ReadonlyArray<string> =>
  /^(BEGIN|SET|ROLLBACK)\b/.test(text) ? text.split(";").map((statement) => statement.trim()) : [text]
