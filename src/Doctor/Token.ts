import { Option, Redacted } from "effect"
import { type Check, failed, passed, warning } from "../Codes/Check.ts"
import { weaknessOf } from "../Config/AdminToken.ts"

const advice = "set ADMIN_TOKEN to what `node -e 'console.log(require(\"crypto\").randomBytes(24).toString(\"base64url\"))'` prints"

/** Checks that the admin token is hard to guess and can be sent. The token is never shown. */
export const checkToken = (token: Option.Option<Redacted.Redacted>): Check => {
  if (Option.isNone(token)) return warning("token", "ADMIN_TOKEN is not set, the admin endpoints are closed", `to open them, ${advice}`)
  const weakness = weaknessOf(token.value)
  if (weakness !== undefined) return failed("token", weakness, advice)
  const value = Redacted.value(token.value)
  if (/[^\x20-\x7e]/.test(value))
    return warning("token", "ADMIN_TOKEN has characters that a browser cannot send: the admin page stays closed", advice)
  return passed("token", `ADMIN_TOKEN has ${value.length} characters`)
}
