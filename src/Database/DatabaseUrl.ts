import { Data, Either } from "effect"
import { realpathSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { needsShell } from "../Config/Forms.ts"
import * as Address from "./Postgres/Address.ts"

/** Where the data is stored; `filename` is a path, relative to the working directory, or `:memory:`. */
export type DatabaseUrl = Data.TaggedEnum<{
  Sqlite: { readonly filename: string }
  Postgres: { readonly address: Address.PostgresAddress }
}>

export const DatabaseUrl = Data.taggedEnum<DatabaseUrl>()

export const memory = ":memory:"

const expected =
  "expected file:./data/turnover.db, file:/absolute/path, a path such as ./data/turnover.db, sqlite:///absolute/path, sqlite::memory: or postgres://user:password@host:5432/name"

/** The error shows the scheme only: an address may contain a password. */
const refuse = (found: string) => Either.left(`DATABASE_URL: found ${found}, ${expected}`)

const isUsable = (path: string) => path.trim() !== "" && !path.includes("\0") && !path.trim().startsWith(":")

const sqliteFile = (escaped: string): Either.Either<DatabaseUrl, string> =>
  /^\/\.{1,2}\//.test(escaped) ? refuse("a path at the root of the disk that looks like one in this folder") : anyFile(escaped)

const anyFile = (escaped: string): Either.Either<DatabaseUrl, string> =>
  Either.try(() => decodeURIComponent(escaped)).pipe(
    Either.filterOrLeft((path) => isUsable(path) && !/[?#]/.test(escaped), () => "unusable"),
    Either.match({
      onLeft: () => refuse("a path that is empty, wrongly escaped, or has parameters"),
      onRight: (filename) => Either.right(DatabaseUrl.Sqlite({ filename }))
    })
  )

const begin = /^(?:\.{0,2}\/|[a-z]:[\\/])/i
const hasScheme = /^[a-z][a-z0-9+.-]+:/i

/** Whether a text is a path as it stands. An `@` or `//` is that of an address, whose password would become the name of a file. */
const isPath = (text: string): boolean =>
  !/@|\/\//.test(text) && (begin.test(text) || !hasScheme.test(text) && /\.(?:db|sqlite3?)$/i.test(text))

/** Reads DATABASE_URL (rule 1.3). Fails with one sentence: what was found and what is expected. */
export const parse = (url: string): Either.Either<DatabaseUrl, string> => {
  const path = url.trim()
  if (needsShell(path.replace(/^file:/i, "")))
    return refuse("a ~ or $ at the start, which only a shell replaces: write the whole path, such as /home/li/turnover.db")
  if (isPath(path)) {
    return /[?#\0]/.test(path) ? refuse("a path that has parameters") : Either.right(DatabaseUrl.Sqlite({ filename: path }))
  }
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(url.trim()) ?? []
  switch (scheme.toLowerCase()) {
    case "file":
      if (!rest.startsWith("//")) return sqliteFile(rest)
      return rest.startsWith("///") ? sqliteFile(rest.slice(2)) : refuse("a file: address that names a host")
    case "sqlite":
      if (rest === memory) return Either.right(DatabaseUrl.Sqlite({ filename: memory }))
      if (rest === `///${memory}`) return refuse("sqlite:///:memory:, which would be a file of that name")
      return rest.startsWith("///") ? sqliteFile(rest.slice(2)) : refuse("a sqlite: address without an absolute path")
    case "postgres":
    case "postgresql":
      return Either.map(Address.parseAddress(url.trim()), (address) => DatabaseUrl.Postgres({ address }))
    default:
      return refuse(rest.startsWith("//") ? `a ${scheme}: address` : url.trim() === "" ? "nothing" : "no known scheme")
  }
}

/** Where an address leads, without its secrets. */
export const placeOf = (url: string): string =>
  Either.match(parse(url), {
    onLeft: () => "",
    onRight: DatabaseUrl.$match({
      Sqlite: ({ filename }) => filename === memory ? filename : resolve(filename),
      Postgres: ({ address }) => Address.describe(address)
    })
  })

const placeOfFile = (filename: string): string => {
  try {
    const { dev, ino } = statSync(realpathSync(filename))
    return `${dev}:${ino}`
  } catch {
    return resolve(filename)
  }
}

/** Whether both name one database: one file, by any of its names, or one database on one server. */
export const isSame = (a: DatabaseUrl, b: DatabaseUrl): boolean => {
  if (a._tag === "Postgres") {
    return b._tag === "Postgres" && a.address.host === b.address.host && a.address.port === b.address.port &&
      a.address.database === b.address.database
  }
  return b._tag === "Sqlite" && a.filename !== memory && placeOfFile(a.filename) === placeOfFile(b.filename)
}

/** Whether a DATABASE_URL names a server. */
export const isOfServer = (url: string): boolean => Either.getOrElse(Either.map(parse(url), DatabaseUrl.$is("Postgres")), () => false)
