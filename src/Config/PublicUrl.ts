import { Schema } from "effect"
import { expecting, expectingSecret } from "../Domain/Fault.ts"

const longest = 500

const expected =
  `an http(s) address of at most ${longest} characters without a name, a password, ? and #, such as https://shop.example, or an empty text`

/** A host with an optional port and path. The parser drops line breaks and turns `\` into `/`, so they are refused here. */
const shape = /^https?:\/\/[^/?#@\\\s]+(\/[^/?#\\\s]+)*\/?$/i

const isPublicUrl = (text: string): boolean => text === "" || (text.length <= longest && shape.test(text) && URL.canParse(text))

const shownFault = expecting("public_address", expected)
const hiddenFault = expectingSecret("public_address", expected)

const fault: ReturnType<typeof expecting> = {
  // The part before an @ may be a password.
  message: (issue) => (String(issue.actual).includes("@") ? hiddenFault : shownFault).message(issue)
}

/** The address as a browser writes it, without a trailing slash; null for an empty text. */
const normal = (text: string): string | null => text === "" ? null : new URL(text).href.replace(/\/$/, "")

/** The address by which people open the pages: an origin with an optional path. Pages are at `<address>/enter`. */
export const PublicUrl = Schema.transform(
  Schema.String.pipe(Schema.filter(isPublicUrl, fault)).annotations(fault),
  Schema.NullOr(Schema.String),
  { strict: true, decode: normal, encode: (address) => address ?? "" }
)
