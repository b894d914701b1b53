import { type Check, passed } from "../../../Codes/Check.ts"
import type { Facts } from "../Client/Requirements.ts"

/** The connection already requires that each of these facts is acceptable, so these checks cannot fail. */
export const checkFacts = (
  name: string,
  { fsync, fullPageWrites, isDirect, schema, synchronousCommit, version }: Facts & { readonly isDirect: boolean }
): ReadonlyArray<Check> => [
  passed("server", `${name} has PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000} and takes writes`),
  passed("rights", `the user may create tables in the schema ${schema}`),
  passed("pooler", isDirect ? "none: the server is reached directly" : "in session mode, as it has to be"),
  passed("durability", `fsync ${fsync}, full_page_writes ${fullPageWrites}, synchronous_commit ${synchronousCommit}`)
]
