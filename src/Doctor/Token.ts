import { Option, Redacted } from "effect"
import { type Check, failed, passed, warning } from "./Check.ts"

const shortest = 16
const fewestCharacters = 8

const advice = "set ADMIN_TOKEN to what `node -e 'console.log(require(\"crypto\").randomBytes(24).toString(\"base64url\"))'` prints"

/** Checks that the admin token is long and has enough different characters. The token is never shown. */
export const checkToken = (token: Option.Option<Redacted.Redacted>): Check => {
  if (Option.isNone(token)) return warning("token", "ADMIN_TOKEN is not set, the admin endpoints are closed", `to open them, ${advice}`)
  const value = Redacted.value(token.value)
  if (value.length < shortest) return failed("token", `ADMIN_TOKEN has ${value.length} characters of at least ${shortest}`, advice)
  const different = new Set(value).size
  if (different < fewestCharacters) return failed("token", `ADMIN_TOKEN has only ${different} different characters`, advice)
  if (/[^\x20-\x7e]/.test(value))
    return warning("token", "ADMIN_TOKEN has characters that a browser cannot send: the admin page stays closed", advice)
  return passed("token", `ADMIN_TOKEN has ${value.length} characters`)
}
