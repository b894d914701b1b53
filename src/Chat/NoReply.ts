import { HttpClientError } from "@effect/platform"
import { Cause } from "effect"
import type { Delivery, Verdict } from "../Domain/Attempt.ts"
import { ProxyFault } from "../Outbound.ts"

/** A request without a reply, as Node reports it. */
interface NetworkFailure {
  readonly code: string | undefined
  /** Whether there was a connection when it failed. Without one, no part of the message has left the machine. */
  readonly connected: boolean
  /** What is known of it beside its code. */
  readonly sentence?: string
}

/** A fault that says itself what to do. */
export class NetworkFault extends Error {
  readonly connected: boolean
  constructor(message: string, connected: boolean) {
    super(message)
    this.connected = connected
  }
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
  if (error instanceof ProxyFault) return { code: "PROXY", connected: false, sentence: error.message }
  if (error instanceof NetworkFault) return { code: "FAULT", connected: error.connected, sentence: error.message }
  const attempts = attemptsOf(error)
  return {
    code: textMember(error, "code") ?? textMember(attempts[0], "code"),
    connected: attempts.some(wasConnected)
  }
}

export const networkFailure = (cause: Cause.Cause<unknown>): NetworkFailure => {
  const failures = [...Cause.failures(cause), ...Cause.defects(cause)].map(ofError)
  return failures.find(({ code }) => code !== undefined) ?? { code: undefined, connected: true }
}

const noReply = (verdict: Verdict, detail: string): Delivery => ({
  verdict,
  status: null,
  code: null,
  detail,
  retryAfterMillis: null,
  excerpt: null
})

/** A body that is too large for the bot is not sent, and counts as refused. */
export const tooLarge = (bytes: number, most: number): Delivery =>
  noReply("format", `The message is too large for the bot: ${bytes} bytes of at most ${most}`)

export const timedOut = (millis: number): Delivery =>
  noReply("unknown", `The bot did not answer within ${Math.round(millis / 100) / 10} s, so the message may or may not have arrived`)

export const printed: Delivery = noReply("delivered", "Printed on standard output")

export const notPrinted = (reason: string): Delivery => noReply("transient", `Standard output does not take the message (${reason})`)

export const stillPrinting: Delivery = noReply("unknown", "Standard output is not being read, so the message may or may not be printed")

export const invalidAddress: Delivery = noReply("permanent",
  "chat_webhook_url is not an address that can be called: expected https://… or console:")

/** A reload has removed the chat while its message was about to be sent. */
export const removedChat: Delivery = noReply("transient", "The chat is no longer in the settings")

/** An error inside the service; the request may have been sent before it. */
export const broken: Delivery = noReply("unknown",
  "Sending failed inside the service, so the message may or may not have arrived: see the log")

/** The service stopped before the reply came. */
export const abandoned: Delivery = noReply("unknown",
  "The service stopped before the bot answered, so the message may or may not have arrived")

export const nameless: Delivery = noReply("transient", "The database did not respond in time, so the message could not get its id")

/** The bot has asked for a pause; it gets no request before the end. */
export const muted = (product: string, until: string, left: number): Delivery => ({
  ...noReply("transient", `${product} takes no message from this bot until ${until}, because too many were sent`),
  retryAfterMillis: left
})

/** What to do about a receiver that wants no more messages. */
export const noMore =
  "The receiver wants no more messages: set chat_webhook_url to another address, or send it a test message to begin again"

/** The receiver refused further messages in an earlier reply. The status is that of its reply. */
export const gone: Delivery = {
  ...noReply("permanent", `${noMore} (HTTP 410 to an earlier message, so this one was not sent)`),
  status: 410
}

/** The bot's limits allowed no request within the time of a test push. */
export const crowded: Delivery = noReply("transient", "Too many messages are waiting for the bot's rate limit: try again in a minute")

/** What each failure before a connection means, by Node's error code. */
const notConnected: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "The bot's address refuses connections"],
  ["ENOTFOUND", "The name of the bot's address cannot be resolved: check the network and chat_webhook_url"],
  ["EAI_AGAIN", "The name of the bot's address cannot be resolved just now: check the network"],
  ["EHOSTUNREACH", "The bot's address cannot be reached: check the network"],
  ["ENETUNREACH", "The bot's address cannot be reached: check the network"],
  ["ENETDOWN", "The bot's address cannot be reached: check the network"],
  ["ETIMEDOUT", "The bot's address does not take connections: check the network and a firewall"],
  ["EACCES", "This machine does not allow the connection: check its firewall"],
  ["EPERM", "This machine does not allow the connection: check its firewall"],
  ["EMFILE", "The service has no file descriptor left for a connection: raise its limit (LimitNOFILE, ulimit -n)"],
  ["ENFILE", "The machine has no file descriptor left for a connection: raise its limit (fs.file-max)"],
  ["EADDRNOTAVAIL", "The machine has no local address or port for a connection: check the network"],
  ["EAGAIN", "The machine cannot open a connection just now"],
  ["ENOBUFS", "The machine cannot open a connection just now: it is short of memory"],
  ["ENOMEM", "The machine cannot open a connection just now: it is short of memory"]
])

/** Node's codes for a rejected certificate and for a failed handshake. Both happen before the message is sent. */
const tlsCode =
  /^(CERT_|CRL_|ERROR_IN_C|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|EPROTO$)/

/**
 * The verdict on a network failure. Without a connection the message cannot have arrived. With one, the failure may have
 * come after the message was sent.
 */
export const judgeFailure = ({ code = "no code", connected, sentence }: NetworkFailure): Delivery => {
  if (sentence !== undefined) return noReply(connected ? "unknown" : "transient", sentence)
  if (tlsCode.test(code)) {
    return noReply("transient", `No secure connection to the bot: check the certificate, a proxy and the clock (${code})`)
  }
  return connected
    ? noReply("unknown", `The connection broke before the bot answered, so the message may or may not have arrived (${code})`)
    : noReply("transient", `${notConnected.get(code) ?? "No connection to the bot: check the network and a proxy"} (${code})`)
}
