import { Data } from "effect"
import type { Person } from "../Domain/Person.ts"

/** The credential of a request. */
export type Credential = Data.TaggedEnum<{
  Token: { readonly value: string }
  Cookie: { readonly value: string }
}>
export const Credential = Data.taggedEnum<Credential>()

/** The person with a credential, and until when (milliseconds since 1970). An ended one was valid once, so it does not count as a guess. */
export type Recognition = Data.TaggedEnum<{
  Known: { readonly person: Person; readonly until: number; readonly prolonged: boolean; readonly secure: boolean }
  Ended: {}
  Unknown: {}
}>
export const Recognition = Data.taggedEnum<Recognition>()

/** Passes on the person with a credential as things are when it is called; undefined for one that is not known. */
export type LookUp = (passOn: (person: Person | undefined) => void) => void
