import { Cause } from "effect"
import * as NetworkFailure from "../Chat/NetworkFailure.ts"
import { faultOf, type SourceFault } from "./SourceFault.ts"

const reasons: ReadonlyArray<readonly [RegExp, string]> = [
  [/^ECONNREFUSED$/, "the connection is refused"],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, "its name cannot be resolved"],
  [/^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/, "there is no way to it in the network"],
  [/^ETIMEDOUT$/, "it takes no connections"],
  [
    /^(?:CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH$|EPROTO$)/,
    "the connection is not secure: check its certificate"
  ]
]

/** The fault of a response that did not come, or was cut off. */
export const unreachable = (error: unknown): SourceFault => {
  const { code = "no code", connected } = NetworkFailure.ofCause(Cause.fail(error))
  const known = reasons.find(([pattern]) => pattern.test(code))?.[1]
  const reason = `${known ?? (connected ? "the connection broke before the whole answer came" : "there is no connection")} (${code})`
  return faultOf("unreachable", `the source does not answer: ${reason}`, { reason })
}
