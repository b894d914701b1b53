import { masterName } from "./Person.ts"
import { isAtMost } from "./Text.ts"

/** Names that the service itself uses as actors. No token may have them. */
export const reservedNames: ReadonlyArray<string> = [masterName, "settlement", "auto-import", "command-line", "feed"]

export const longestName = 40

/** The characters of names: letters, numbers and some punctuation, with ’, · and ・. Other signs look like these, and some are invisible. */
const signs = /^[\p{L}\p{M}\p{N} .,'\u2019\-_&/()#+\u00b7\u30fb]+$/u

const invisible = /\p{Default_Ignorable_Code_Point}/u

/**
 * A name is of one script. Those that people in East Asia write beside one another count as one; Unicode's properties give the
 * scripts, so no package is needed.
 */
const scripts = [
  ["Latn", "Hani", "Hira", "Kana", "Bopo", "Hang"],
  ...["Arab", "Armn", "Cyrl", "Deva", "Geor", "Grek", "Hebr", "Mong", "Thai", "Tibt", "Yiii"].map((script) => [script])
].map((together) => new RegExp(`^[${together.map((script) => `\\p{scx=${script}}`).join("")}\\p{sc=Zyyy}\\p{sc=Zinh}]*$`, "u"))

/** A text that is equal for names that differ only in case, accents, signs and blanks. */
const plain = (name: string): string =>
  name.normalize("NFKD").replace(/(?![\u3099\u309A])\p{Script=Inherited}/gu, "").toLowerCase().replace(/[\p{P}\p{Z}]/gu, "")

/** Whether a reader could take one name for the other. */
export const looksLike = (name: string, other: string): boolean => name === other || plain(name) === plain(other)

const isReserved = (name: string): boolean => reservedNames.some((reserved) => looksLike(name, reserved))

/** Whether a name contains the text that the audit adds to an actor's own name when a name was typed. */
const looksTyped = (name: string): boolean => /\(\s*typed/i.test(name.normalize("NFKD").replace(/\p{M}/gu, ""))

/**
 * A person's or machine's name as it is stored, in Unicode's compatibility form, so that full-width letters become plain ones.
 * undefined for a text that is no name, or that could be mistaken for another name or for one of the service's own.
 */
export const personName = (text: string): string | undefined => {
  const name = text.normalize("NFKC")
  const isOne = name === name.trim() && isAtMost(name, longestName) && signs.test(name) && !invisible.test(name) &&
    /^[\p{L}\p{N}]/u.test(name) &&
    scripts.some((together) => together.test(name)) && !isReserved(name) && !looksTyped(name)
  return isOne ? name : undefined
}

export const isPersonName = (text: string): boolean => personName(text) !== undefined

export const personNameExpected = `a name of 1 to ${longestName} letters, digits and plain signs of one language, that looks like none of ${
  reservedNames.join(" ")
}`
