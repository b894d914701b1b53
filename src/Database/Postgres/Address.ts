import { Either, Redacted } from "effect"

/** How the connection is encrypted, as libpq's `sslmode`; `prefer` falls back to plain text if the server has no TLS. */
type SslMode = "disable" | "prefer" | "require" | "verify-ca" | "verify-full"

const sslModes: ReadonlyArray<string> = ["disable", "prefer", "require", "verify-ca", "verify-full"] satisfies ReadonlyArray<SslMode>

const isSslMode = (text: string): text is SslMode => sslModes.includes(text)

/** Where a PostgreSQL database is and how to sign in there. */
export interface PostgresAddress {
  /** A name, an IP address, or the folder of the server's socket. */
  readonly host: string
  readonly port: number
  readonly database: string
  /** null: the system's user, as libpq does. */
  readonly user: string | null
  /** null: from PGPASSWORD or the password file, if the server requires a password. */
  readonly password: Redacted.Redacted | null
  readonly sslMode: SslMode
  /** A file of PEM certificates that sign the server's; null: those that Node trusts. */
  readonly rootCertificate: string | null
  /** Milliseconds for a connection, if not the service's own. */
  readonly connectMillis?: number
  /** Whether the signing in is bound to the encryption, where the server offers that. */
  readonly bindsChannel?: boolean
}

export const isSocket = (host: string): boolean => host.startsWith("/")

/** Names the database without its secrets. */
export const describe = ({ database, host, port }: PostgresAddress): string =>
  isSocket(host) ? `${database} at ${host}/.s.PGSQL.${port}` : `${database} at ${host.includes(":") ? `[${host}]` : host}:${port}`

const expectedAddress =
  "expected postgres://user:password@host:5432/name, with % escapes for special characters, and at most the parameters sslmode, sslrootcert, channel_binding, connect_timeout, application_name and host"

/** A fault shows only names and values that are not secret: a password may be in the wrong place. */
const refuseAddress = (found: string) => Either.left(`DATABASE_URL: found ${found}, ${expectedAddress}`)

/** The service names its connections itself, so `application_name` has no effect. */
const parameters: ReadonlyArray<string> = ["sslmode", "sslrootcert", "channel_binding", "connect_timeout", "application_name", "host"]

const libpqParameters: ReadonlyArray<string> = [
  "dbname",
  "gssencmode",
  "hostaddr",
  "options",
  "passfile",
  "password",
  "port",
  "replication",
  "service",
  "sslcert",
  "sslcrl",
  "sslkey",
  "sslpassword",
  "target_session_attrs",
  "user"
]

interface Parts {
  readonly user: string
  readonly password: string
  readonly host: string
  readonly port: string
  readonly database: string
  readonly query: ReadonlyArray<readonly [string, string]>
  readonly hash: string
}

const partsOfAddress = (url: string): Parts => {
  const { hash, hostname, password, pathname, port, searchParams, username } = new URL(url)
  return {
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    host: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1"),
    port,
    database: decodeURIComponent(pathname.slice(1)),
    query: [...searchParams],
    hash
  }
}

const faultOfParts = ({ database, hash, host, query }: Parts): string | null => {
  if (hash !== "") return "a # that is not escaped as %23"
  const [unknown] = query.find(([name]) => !parameters.includes(name)) ?? []
  if (unknown !== undefined) return libpqParameters.includes(unknown) ? `the parameter ${unknown}` : "a parameter that is not known"
  if (parameters.some((name) => query.filter(([given]) => given === name).length > 1)) return "a parameter that is given twice"
  if (database === "" || database.includes("/")) return "no name of a database, or one with a slash"
  if (host.includes(",")) return "several hosts"
  return null
}

/** Reads the address of a PostgreSQL database, or fails with one sentence: what was found and what is expected. */
export const parseAddress = (url: string): Either.Either<PostgresAddress, string> =>
  Either.try(() => partsOfAddress(url)).pipe(
    Either.match({
      onLeft: () => refuseAddress("an address that cannot be read"),
      onRight: (parts) => {
        const fault = faultOfParts(parts)
        if (fault !== null) return refuseAddress(fault)
        const query = new Map(parts.query)
        const folder = query.get("host")
        const host = folder ?? parts.host
        if (host === "" || (folder !== undefined && parts.host !== "")) return refuseAddress("no host, or two of them")
        const isSystem = query.get("sslrootcert") === "system"
        const sslMode = query.get("sslmode") ?? (isSocket(host) ? "disable" : isSystem ? "verify-full" : "prefer")
        if (!isSslMode(sslMode)) return refuseAddress(`an sslmode other than ${sslModes.join(", ")}`)
        if (isSystem && sslMode !== "verify-full") return refuseAddress("sslrootcert=system with an sslmode other than verify-full")
        const seconds = query.get("connect_timeout") ?? "0"
        if (!/^\d{1,4}$/.test(seconds)) return refuseAddress("a connect_timeout other than whole seconds")
        const binding = query.get("channel_binding") ?? "disable"
        if (!["disable", "prefer", "require"].includes(binding))
          return refuseAddress(
            "a channel_binding other than disable, prefer, require"
          )
        if (isSocket(host) && sslMode !== "disable") return refuseAddress("an sslmode for a socket, which has no TLS")
        return Either.right({
          host,
          port: parts.port === "" ? 5432 : Number(parts.port),
          database: parts.database,
          user: parts.user === "" ? null : parts.user,
          password: parts.password === "" ? null : Redacted.make(parts.password),
          sslMode,
          rootCertificate: isSystem ? null : query.get("sslrootcert") ?? null,
          ...(Number(seconds) === 0 ? {} : { connectMillis: Number(seconds) * 1_000 }),
          ...(binding === "disable" ? {} : { bindsChannel: true })
        })
      }
    })
  )
