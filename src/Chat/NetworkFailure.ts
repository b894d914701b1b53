import { HttpClientError } from "@effect/platform"
import { Cause } from "effect"

/** A request without a reply, as Node reports it. */
export interface NetworkFailure {
  readonly code: string | undefined
  /** Whether there was a connection when it failed. Without one, no part of the message has left the machine. */
  readonly connected: boolean
}

/** The system calls before there is a connection. The code alone is not enough: EHOSTUNREACH can also end a read. */
const beforeConnection = new Set(["getaddrinfo", "socket", "bind", "connect"])

/** Node reports this failure without a system call and with ECONNRESET, like a connection that breaks later. */
const noTlsSession = "Client network socket disconnected before secure TLS connection was established"

const textMember = (error: unknown, name: string): string | undefined => {
  const members = new Map<string, unknown>(typeof error === "object" && error !== null ? Object.entries(error) : [])
  const value = members.get(name)
  return typeof value === "string" ? value : undefined
}

/** If a host name has several addresses, one error contains the failures of all. */
const attemptsOf = (error: unknown): ReadonlyArray<unknown> =>
  error instanceof AggregateError && error.errors.length > 0 ? error.errors : [error]

const wasConnected = (error: unknown): boolean =>
  !beforeConnection.has(textMember(error, "syscall") ?? "") && !(error instanceof Error && error.message === noTlsSession)

const ofError = (thrown: unknown): NetworkFailure => {
  const error = HttpClientError.isHttpClientError(thrown) ? thrown.cause : thrown
  const attempts = attemptsOf(error)
  return {
    code: textMember(error, "code") ?? textMember(attempts[0], "code"),
    connected: attempts.some(wasConnected)
  }
}

export const ofCause = (cause: Cause.Cause<unknown>): NetworkFailure => {
  const failures = [...Cause.failures(cause), ...Cause.defects(cause)].map(ofError)
  return failures.find(({ code }) => code !== undefined) ?? { code: undefined, connected: true }
}
