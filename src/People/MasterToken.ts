import { Option, Redacted } from "effect"
import { hash, timingSafeEqual } from "node:crypto"

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
