import { Context, Effect, Redacted } from "effect"
import { hash, randomBytes } from "node:crypto"
import { codePrefix, cookieKind, cookiePrefix, isCode, isToken, tokenPrefix } from "../Domain/CredentialForm.ts"

/** The source of secrets: the system's generator. Effect's `Random` is predictable. */
export class Entropy extends Context.Reference<Entropy>()("Entropy", {
  defaultValue: () => ({ bytes: (count: number): Uint8Array => randomBytes(count) })
}) {}

const secretOf = (prefix: string, count: number) =>
  Effect.map(Entropy, ({ bytes }) => Redacted.make(`${prefix}${Buffer.from(bytes(count)).toString("base64url")}`))

/** The secret of a named token: 256 random bits. */
export const newToken = secretOf(tokenPrefix, 32)

/** The value of a session's cookie: 256 random bits, and whether the master token signed in. */
export const newCookie = (isMaster: boolean) => secretOf(cookiePrefix[isMaster ? "master" : "named"], 32)

/** The code of an invitation: 128 random bits are enough for 15 minutes, and fit into a small QR code. */
export const newCode = secretOf(codePrefix, 16)

/** The key that seals the codes of screens: 256 random bits. */
export const newSealKey = secretOf("", 32)

const sha256 = (text: string): string => hash("sha256", text)

/** The stored hash of a token or a code; undefined for any other text. */
export const tokenHash = (given: string): string | undefined => isToken(given) ? sha256(given) : undefined

export const codeHash = (given: string): string | undefined => isCode(given) ? sha256(given) : undefined

/**
 * The stored hash of a session's cookie; undefined for any other text. A session of the master token is bound to that token: a new
 * `ADMIN_TOKEN` changes the hash, which ends the session.
 */
export const cookieHash = (given: string, masterDigest: string | undefined): string | undefined => {
  const kind = cookieKind(given)
  if (kind === "named") return sha256(given)
  return kind === undefined || masterDigest === undefined ? undefined : sha256(`${masterDigest}${given}`)
}
