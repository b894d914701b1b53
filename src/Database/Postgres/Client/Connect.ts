import { Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { userInfo } from "node:os"
import { checkServerIdentity, type ConnectionOptions } from "node:tls"
import type { CustomTypesConfig, types as PgTypes } from "pg"
import type { PostgresAddress } from "../Address.ts"
import { failureOf, isWithoutTls, type PostgresFailure, refused, unavailable } from "../Failure.ts"
import { type Limits, make, type Session } from "./Session.ts"

/** The object identifier of a type, which no version of PostgreSQL changes (`pg_type.dat`). */
const int8 = 20

/** Sums and counts are int8. Whole cents fit 2^53; anything larger would be rounded, so it is refused. */
const wholeNumber = (text: string): number => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`expected an integer within 2^53, got ${text}`)
  return number
}

/** The parsers of `pg`, which leaves an int8 as text. No column has a date or a decimal. */
const makeTypes = (known: typeof PgTypes): CustomTypesConfig => ({
  getTypeParser: (oid: number, format?: "text" | "binary") => oid === int8 ? wholeNumber : known.getTypeParser(oid, format)
})

/** Loaded only if the database is on PostgreSQL, so that a service on SQLite spends no time and memory on it. */
const driver = Effect.promise(() => import("pg"))

/** TLS as libpq does it: a root certificate makes `require` check the chain; only `verify-full` checks the name. */
const tlsOf = ({ host, rootCertificate, sslMode }: PostgresAddress): ConnectionOptions | false => {
  if (sslMode === "disable") return false
  const verifies = sslMode === "verify-full" || sslMode === "verify-ca" || rootCertificate !== null
  return {
    rejectUnauthorized: verifies,
    // If the host is an IP address, the driver gives Node no name to compare with.
    checkServerIdentity: (_, certificate) => sslMode === "verify-full" ? checkServerIdentity(host, certificate) : undefined,
    ...(rootCertificate === null ? {} : { ca: readFileSync(rootCertificate) })
  }
}

const dial = (address: PostgresAddress, ssl: ConnectionOptions | false, name: string, limits: Limits) =>
  Effect.flatMap(driver, ({ Client, types }) =>
    Effect.async<Session, PostgresFailure>((resume) => {
      const { connectMillis = limits.connect } = address
      const client = new Client({
        host: address.host,
        port: address.port,
        database: address.database,
        user: address.user ?? userInfo().username,
        ...(address.password === null ? {} : { password: Redacted.value(address.password) }),
        application_name: name,
        connectionTimeoutMillis: connectMillis,
        enableChannelBinding: address.bindsChannel === true,
        keepAlive: true,
        keepAliveInitialDelayMillis: 5_000,
        ssl,
        types: makeTypes(types)
      })
      const session = make(client, limits)
      client.connect((cause: unknown) => {
        if (!cause) return resume(Effect.succeed(session))
        session.destroy()
        const failure = failureOf(cause)
        resume(
          Effect.fail(
            failure.message === "timeout expired" ? unavailable(`no answer to a connection within ${connectMillis} ms`) : failure
          )
        )
      })
      return Effect.sync(session.destroy)
    }))

/** Connects and signs in, with the encryption that the address asks for. */
const dialAsAsked = (address: PostgresAddress, name: string, limits: Limits) =>
  Effect.try({ try: () => tlsOf(address), catch: () => refused("the file of sslrootcert cannot be read") }).pipe(
    Effect.flatMap((ssl) => dial(address, ssl, name, limits)),
    Effect.catchIf((failure) => address.sslMode === "prefer" && isWithoutTls(failure), () => dial(address, false, name, limits))
  )

/**
 * Settings of the session. Its schema is the first that exists on the search path now, whatever is created or set later; the rest of
 * the path stays behind it. They are not parameters of the connection's start, because poolers refuse those. The server ends the
 * statement of a killed client within 0.5 s, and the connection of a vanished machine within about 5 s.
 */
const sessionSettings = ({ lock, statement }: Limits): string =>
  `SET statement_timeout = ${statement}; SET lock_timeout = ${lock}; SET datestyle = 'ISO';
  SET default_transaction_isolation = 'read committed'; SET default_transaction_read_only = off;
  SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3; SET tcp_user_timeout = 5000;
  SELECT set_config('search_path', quote_ident(current_schema()) || ', ' || current_setting('search_path'), false) WHERE current_schema() IS NOT NULL;
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`

/** Not every system supports it. */
const watchClients = "SET client_connection_check_interval = 500"

/** Opens a connection and makes its settings. It closes with the scope. */
export const connect = (address: PostgresAddress, name: string, limits: Limits) =>
  Effect.acquireRelease(Effect.interruptible(dialAsAsked(address, name, limits)), ({ close }) => close).pipe(
    Effect.tap((session) => session.query({ text: sessionSettings(limits) })),
    Effect.tap((session) => Effect.ignore(session.query({ text: watchClients })))
  )
