import { Effect } from "effect"
import type { MailAnswers } from "../../Domain/Attempt.ts"
import { NetworkFault } from "../NoReply.ts"
import type { Reply } from "../Reply.ts"

/** An error of the library, or the server's refusal in it. */
export interface SmtpError extends Error {
  readonly code?: string | undefined
  readonly originalCode?: string | undefined
  /** The command that was answered. */
  readonly command?: string | undefined
  readonly responseCode?: number | undefined
  readonly response?: string | undefined
  readonly recipient?: string | undefined
  /** Set only if every recipient was refused. */
  readonly rejected?: ReadonlyArray<string> | undefined
  readonly rejectedErrors?: ReadonlyArray<SmtpError> | undefined
}

const tlsFromTheBeginning = "if it expects TLS from the first byte, as port 465 usually does, write smtps://"

const noStartTls = `The mail server offers no STARTTLS on this port: ${tlsFromTheBeginning}`
const silent = `The mail server says nothing on this port: check it; ${tlsFromTheBeginning}`
const noTls =
  "The mail server does not begin with TLS on this port: write smtp://, which changes to TLS by STARTTLS, as port 587 usually does"
const noSignIn =
  "The mail server takes no password on this port (no AUTH): use its port for mail programs, usually 465 or 587, or leave secret out"
const unknownName = "The mail server refuses the name that it was greeted with (EHLO): set ehlo to a name that it knows"
const tooLate = "The mail server does not answer in time"
const unreachable = "No connection to the mail server: check chat_webhook_url and the network"
const broke = "The connection broke after the mail was sent, so it may or may not have arrived"

const certificate = (said: string): string =>
  `The mail server's certificate is not valid here: check the host in url, the server's certificate and this machine's clock; one of an own ` +
  `authority needs NODE_EXTRA_CA_CERTS (${said})`

/** Why there is no conversation with the server. The library keeps only the text of an error of TLS. */
const sentenceOf = ({ code = "no code", command, message, originalCode, responseCode }: SmtpError): string => {
  const said = message.replace("Error initiating TLS - ", "")
  if (/certificate|altnames/i.test(said)) return certificate(said)
  if (/wrong version number|packet length too long/i.test(said)) return noTls
  if (code === "ETLS" && responseCode !== undefined) return `${noStartTls} (SMTP ${responseCode})`
  if (command === "EHLO" && responseCode !== undefined) return `${unknownName} (SMTP ${responseCode})`
  if (code === "EDNS") return `The name of the mail server cannot be resolved: check chat_webhook_url and the network (${code})`
  if (code === "ENOAUTH") return noSignIn
  if (code === "ESILENT") return silent
  return `${code === "ETIMEDOUT" ? tooLate : code === "ETLS" ? "No secure connection to the mail server" : unreachable} (${
    originalCode ?? code
  })`
}

export const faultOf = (code: string): SmtpError => Object.assign(new Error("no reply"), { code })

const isReply = (status: number | undefined): status is number => status !== undefined && status >= 200 && status < 600

const wordsOf = (response = ""): string => response.replace(/^\d{3}[ -]/, "")

export const refusalOf = ({ recipient = "", response, responseCode = 550 }: SmtpError): MailAnswers["refused"][number] => ({
  reader: recipient,
  status: responseCode,
  said: wordsOf(response)
})

/** The server's refusal as a reply; otherwise a fault, after which the mail may have arrived if its content had begun. */
export const outcomeOf = (error: SmtpError, hasBegun: boolean): Effect.Effect<Reply, NetworkFault> => {
  const { code, command, rejected, rejectedErrors = [], response, responseCode } = error
  // A server without STARTTLS, or one that does not like the client's name, has not refused the mail.
  if (code === "ETLS" || command === "EHLO" || !isReply(responseCode))
    return Effect.fail(new NetworkFault(hasBegun ? `${broke} (${code})` : sentenceOf(error), hasBegun))
  return Effect.succeed({
    status: responseCode,
    retryAfter: undefined,
    body: wordsOf(response),
    ...(rejected === undefined ? {} : { readers: { taken: [], refused: rejectedErrors.map(refusalOf) } })
  })
}
