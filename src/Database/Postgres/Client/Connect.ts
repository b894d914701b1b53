import { Context, Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { userInfo } from "node:os"
import { checkServerIdentity, type ConnectionOptions } from "node:tls"
import type { ClientConfig } from "pg"
import type { Restore } from "../../../Concurrency/FairLock.ts"
import type { PostgresAddress } from "../Address.ts"
import { failureOf, isStandby, isWithoutTls, PostgresFailure, refused, unavailable } from "../Failure.ts"
import type { ConnectionLimits } from "./ConnectionLimits.ts"
import * as Session from "./Session.ts"
import { makeTypes } from "./Types.ts"

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

const configOf = (address: PostgresAddress, applicationName: string, limits: ConnectionLimits): ClientConfig => ({
  host: address.host,
  port: address.port,
  database: address.database,
  user: address.user ?? userInfo().username,
  ...(address.password === null ? {} : { password: Redacted.value(address.password) }),
  application_name: applicationName,
  connectionTimeoutMillis: limits.connect,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000
})

const explain = (cause: unknown, limits: ConnectionLimits): PostgresFailure => {
  const failure = failureOf(cause)
  return failure.message === "timeout expired" ? unavailable(`no answer to a connection within ${limits.connect} ms`) : failure
}

/** Connects and signs in, without settings. */
type Dial = (
  address: PostgresAddress,
  ssl: ConnectionOptions | false,
  applicationName: string,
  limits: ConnectionLimits
) => Effect.Effect<Session.Session, PostgresFailure>

const dialWithDriver: Dial = (address, ssl, applicationName, limits) =>
  Effect.flatMap(driver, ({ Client, Query, types }) =>
    Effect.async<Session.Session, PostgresFailure>((resume) => {
      const client = new Client({ ...configOf(address, applicationName, limits), ssl, types: makeTypes(types) })
      const session = Session.make(client, Query, limits.statement + limits.grace)
      client.connect((cause: unknown) => {
        if (!cause) return resume(Effect.succeed(session))
        session.destroy()
        resume(Effect.fail(explain(cause, limits)))
      })
      return Effect.sync(session.destroy)
    }))

/** Connects to the server with the driver. The simulation replaces it by a modelled server. */
export class Dialer extends Context.Reference<Dialer>()("Dialer", {
  defaultValue: (): { readonly dial: Dial } => ({ dial: dialWithDriver })
}) {}

const dial: Dial = (...how) => Effect.flatMap(Dialer, ({ dial }) => dial(...how))

/** Connects and signs in, with the encryption that the address asks for. */
export const dialAsAsked = (address: PostgresAddress, applicationName: string, limits: ConnectionLimits) =>
  Effect.try({
    try: () => tlsOf(address),
    catch: () => refused("the file of sslrootcert cannot be read")
  }).pipe(
    Effect.flatMap((ssl) => dial(address, ssl, applicationName, limits)),
    Effect.catchIf(
      (failure) => address.sslMode === "prefer" && isWithoutTls(failure),
      () => dial(address, false, applicationName, limits)
    )
  )

/**
 * Session settings for statements outside a transaction; each transaction sets its own. They are not parameters of the
 * connection's start, because poolers refuse those.
 */
const settings = ({ idleInTransaction, lock, statement }: ConnectionLimits): string =>
  [
    `SET statement_timeout = ${statement}`,
    `SET lock_timeout = ${lock}`,
    `SET idle_in_transaction_session_timeout = ${idleInTransaction}`,
    "SET default_transaction_isolation = 'read committed'",
    // A role may have it on. The service writes, and a refusal would come only with the first change.
    "SET default_transaction_read_only = off",
    "SET datestyle = 'ISO'",
    "SELECT pg_is_in_recovery() AS standby"
  ].join("; ")

/** Ends the statements of a process that was killed within 0.5 s. Not every system supports it. */
const watchClients = "SET client_connection_check_interval = 500"

/**
 * Opens a connection uninterruptibly: a caller that is interrupted in the moment in which it gets the connection could not close
 * it. Only the wait for the server can be interrupted.
 */
export type Open = (restore: Restore) => Effect.Effect<Session.Session, PostgresFailure>

/** Opens a connection and makes its settings. */
export const connect = (address: PostgresAddress, applicationName: string, limits: ConnectionLimits): Open => (restore) =>
  Effect.flatMap(restore(dialAsAsked(address, applicationName, limits)), (session) =>
    session.query({ text: settings(limits) }).pipe(
      Effect.filterOrFail(
        ({ rows }) => rows[0]?.standby === false,
        () => unavailable("the server is a standby, which takes no writes", isStandby)
      ),
      Effect.zipRight(Effect.ignore(session.query({ text: watchClients }))),
      Effect.as(session),
      Effect.tapError(() => Effect.sync(session.destroy))
    ))
