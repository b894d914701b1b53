import { SqlClient, type SqlConnection, type SqlError, type Statement } from "@effect/sql"
import { Context, Effect, FiberRef } from "effect"

/** A statement as Effect runs it: by this method, which its type leaves out. */
type Committed<A> = Statement.Statement<A> & { readonly commit: () => Effect.Effect<ReadonlyArray<A>, SqlError.SqlError> }

const inTransaction = Context.getOption(SqlClient.TransactionConnection)

/**
 * A statement of @effect/sql makes a span and a scope each time it runs, also while nothing traces: half of the processor time of a
 * short one. The statements of this client then go to their connection directly. `plain` is the connection outside of a transaction.
 */
export const withPlainStatements = (client: SqlClient.SqlClient, plain: SqlConnection.Connection): SqlClient.SqlClient => {
  const lighten = <A extends object>(statement: Statement.Statement<A>): Statement.Statement<A> => {
    const committed = statement as Committed<A>
    const commitTraced = committed.commit.bind(statement)
    const commit: typeof commitTraced = () =>
      Effect.withFiberRuntime((fiber) => {
        if (fiber.getFiberRef(FiberRef.currentTracerEnabled)) return commitTraced()
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
