import { Redacted } from "effect"
import { signInWords } from "../../words/SignIn.ts"

const shortest = 16
const fewestCharacters = 8

/** The values that the sign-in page shows where there is no token: a reader may copy one. */
const examples: ReadonlyArray<string> = Object.values(signInWords["gate.disabled.value"]).map((line) => line.replace("ADMIN_TOKEN=", ""))

/** What makes an admin token easy to guess, in a sentence that does not show it; undefined for none. */
export const weaknessOf = (token: Redacted.Redacted): string | undefined => {
  const value = Redacted.value(token)
  if (examples.includes(value)) return "ADMIN_TOKEN is an example that everyone can read, expected one of your own"
  if (value.length < shortest) return `ADMIN_TOKEN has ${value.length} characters, expected at least ${shortest}`
  const different = new Set(value).size
  return different < fewestCharacters
    ? `ADMIN_TOKEN has ${different} different characters, expected at least ${fewestCharacters}`
    : undefined
}
