import { Either, Redacted, Schema } from "effect"
import { type Fault, saying } from "../../Codes/Fault.ts"
import { text } from "../Members.ts"
import { address, type Asking, askingMembers, askingOf, type Variables } from "./AskingMembers.ts"
import { decoded, misspelt, refuse, unlessFaults } from "./Decoding.ts"

export interface SqlSource extends Asking {
  readonly kind: "sql"
  /** Like DATABASE_URL, with `$NAME` in it. */
  readonly url: Redacted.Redacted
  readonly variables: Redacted.Redacted<Variables>
  readonly query: string
}

export const sqlMembers = { url: address, query: text, ...askingMembers }

/** A placeholder in a query becomes a parameter. Inside quotes it would be text, so quotes around it are refused. */
const quotedPlaceholder = /['"]\{[\w.]+\}|\{[\w.]+\}['"]/

export const readSql = (value: object): Either.Either<SqlSource, ReadonlyArray<Fault>> =>
  Either.flatMap(decoded(Schema.Struct(sqlMembers), value), (sql) =>
    unlessFaults(
      refuse([
        ["query", misspelt(sql.query)],
        [
          "query",
          quotedPlaceholder.test(sql.query)
            ? saying("placeholder", "expected placeholders without quotes around them: they are parameters, not text")
            : undefined
        ]
      ]),
      { kind: "sql", ...askingOf(sql), url: Redacted.make(sql.url), variables: Redacted.make({}), query: sql.query }
    ))
