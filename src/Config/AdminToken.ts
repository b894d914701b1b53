import { Redacted } from "effect"

const shortest = 12
const fewestCharacters = 8

/** Values that pages and documents have proposed, so everyone can read them. */
const examples: ReadonlyArray<string> = ["自己的密码，只用英文字母和数字", "a-long-password-of-your-own"]

export const isExample = (token: string): boolean => examples.includes(token)

/** Whether it has so few characters that it may be guessed by trying. */
export const isShort = (token: Redacted.Redacted): boolean => Redacted.value(token).length < shortest

/** What makes an admin token easy to guess, in a sentence that does not show it; undefined for a good token. */
export const weaknessOf = (token: Redacted.Redacted): string | undefined => {
  const value = Redacted.value(token)
  if (isExample(value)) return "ADMIN_TOKEN is an example that everyone can read, expected one of your own"
  if (isShort(token)) return `ADMIN_TOKEN has ${value.length} characters, expected at least ${shortest}`
  const different = new Set(value).size
  return different < fewestCharacters
    ? `ADMIN_TOKEN has ${different} different characters, expected at least ${fewestCharacters}`
    : undefined
}
