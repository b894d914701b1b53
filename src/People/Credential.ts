import { Data } from "effect"
import { isToken } from "../Domain/CredentialForm.ts"
import type { Person } from "../Domain/Person.ts"

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

/** Passes the person with a credential on, each time it is called; undefined for an unknown credential. */
export type LookUp = (passOn: (person: Person | undefined) => void) => void
