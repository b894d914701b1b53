import { Context, Data, Effect, Option, Redacted } from "effect"
import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto"
import { codePrefix, cookieKind, cookiePrefix, isCode, isToken, tokenPrefix } from "../Domain/CredentialForm.ts"
import type { Person } from "../Domain/Person.ts"

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

/** The code of the first start's address: 128 random bits. */
export const newSetupCode = secretOf("", 16)

/** The key that seals the codes of screens: 256 random bits. */
export const newSealKey = secretOf("", 32)

const sha256 = (text: string): string => hash("sha256", text)

/** The stored hash of a token or a code; undefined for any other text. */
export const tokenHash = (given: string): string | undefined => isToken(given) ? sha256(given) : undefined

export const codeHash = (given: string): string | undefined => isCode(given) ? sha256(given) : undefined

/** The end of the session cookie's name, by the name of the installation. */
export const cookieIdOf = (installation: string | undefined): string | undefined =>
  installation === undefined ? undefined : sha256(installation).slice(0, 8)

/**
 * The stored hash of a session's cookie; undefined for any other text. A session of the master token is bound to that token: a new
 * `ADMIN_TOKEN` changes the hash, which ends the session.
 */
export const cookieHash = (given: string, masterDigest: string | undefined): string | undefined => {
  const kind = cookieKind(given)
  if (kind === "named") return sha256(given)
  return kind === undefined || masterDigest === undefined ? undefined : sha256(`${masterDigest}${given}`)
}

const digestOf = (text: string): Buffer => hash("sha256", text, "buffer")

export interface MasterToken {
  readonly isGiven: (token: string) => boolean
  /** The token's SHA-256 as text, to which its holder's sessions are bound; undefined without a master token. */
  readonly digest: string | undefined
}

/** `ADMIN_TOKEN`. The digests are compared, which all have one length, so the comparison does not reveal the token's length. */
export const masterToken = (token: Option.Option<Redacted.Redacted>): MasterToken => {
  const digest = Option.getOrUndefined(Option.map(token, (secret) => digestOf(Redacted.value(secret))))
  return {
    isGiven: (given) => digest !== undefined && timingSafeEqual(digestOf(given), digest),
    digest: digest?.toString("hex")
  }
}

/** A screen that waits to be signed in: the hash of its secret, and until when it waits (milliseconds since 1970). */
interface Pairing {
  readonly hash: string
  readonly expiresAt: number
}

const seal = (key: string, body: string): string => createHmac("sha256", key).update(body).digest().subarray(0, 16).toString("base64url")

const isSameSeal = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * The code that the screen shows. Everyone may read it, because it is useless without the secret. The seal proves that this
 * installation created it, so nothing has to be stored before a person approves it.
 */
export const pairingCode = (key: string, { expiresAt, hash }: Pairing): string => {
  const body = `${Buffer.from(hash, "hex").toString("base64url")}.${expiresAt.toString(36)}`
  return `${body}.${seal(key, body)}`
}

const form = /^(([\w-]{43})\.([0-9a-z]{1,10}))\.([\w-]{22})$/

/** The content of a code; undefined for a text that this installation did not create. */
export const readPairing = (key: string, code: string): Pairing | undefined => {
  const [, body, id, end, given] = form.exec(code) ?? []
  if (body === undefined || id === undefined || end === undefined || given === undefined || !isSameSeal(seal(key, body), given))
    return undefined
  return { hash: Buffer.from(id, "base64url").toString("hex"), expiresAt: Number.parseInt(end, 36) }
}

export type Credential = Data.TaggedEnum<{
  Token: { readonly value: string }
  Cookie: { readonly value: string }
}>
export const Credential = Data.taggedEnum<Credential>()

/**
 * Whether a wrong credential counts as a guess. Cookies and named tokens have 256 random bits; only the master token may be easy to
 * guess.
 */
export const isGuess = (credential: Credential): boolean => credential._tag === "Token" && !isToken(credential.value)

/** The person with a credential, and its end (milliseconds since 1970). An ended credential was valid once, so it is not a guess. */
export type Recognition = Data.TaggedEnum<{
  Known: { readonly person: Person; readonly until: number; readonly prolonged: boolean; readonly secure: boolean }
  Ended: {}
  Unknown: {}
}>
export const Recognition = Data.taggedEnum<Recognition>()

/** The person with a credential, each time it is called; undefined for an unknown credential. */
export type LookUp = () => Person | undefined
