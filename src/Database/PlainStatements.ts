import { SqlClient, type SqlConnection, type SqlError, type Statement } from "@effect/sql"
import { Context, Effect } from "effect"

/** A statement in the form in which Effect runs it: by a method that its type leaves out. */
type Committed<A> = Statement.Statement<A> & { readonly commit: () => Effect.Effect<ReadonlyArray<A>, SqlError.SqlError> }

const inTransaction = Context.getOption(SqlClient.TransactionConnection)

/**
 * Sends the statements of a client directly to their connection. @effect/sql creates a span and a scope for each statement, which
 * takes half of the processor time of a short one. `plain` is the connection outside of a transaction.
 */
export const withPlainStatements = (client: SqlClient.SqlClient, plain: SqlConnection.Connection): SqlClient.SqlClient => {
  const lighten = <A extends object>(statement: Statement.Statement<A>): Statement.Statement<A> => {
    const commit: Committed<A>["commit"] = () =>
      Effect.withFiberRuntime((fiber) => {
        const [text, params] = statement.compile()
        const transaction = inTransaction(fiber.currentContext)
        const connection = transaction._tag === "Some" ? transaction.value[0] : plain
        return connection.execute(text, params, undefined) as Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>
      })
    return Object.assign(statement, { commit })
  }

  const sql = (text: TemplateStringsArray | string, ...values: ReadonlyArray<unknown>) =>
    typeof text === "string" ? client(text) : lighten(client(text, ...values))
  const light: SqlClient.SqlClient = Object.assign(sql as SqlClient.SqlClient, client, {
    unsafe: <A extends object>(text: string, params?: ReadonlyArray<unknown>) => lighten(client.unsafe<A>(text, params))
  })
  return Object.assign(light, { safe: light })
}
