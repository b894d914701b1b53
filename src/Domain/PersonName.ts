import { masterName } from "./Person.ts"
import { isAtMost } from "./Text.ts"

/** Names that the service itself uses as actors. No token may have them. */
export const reservedNames: ReadonlyArray<string> = [masterName, "settlement", "auto-import", "command-line", "feed"]

export const longestName = 40

/** The characters of names: letters, numbers and some punctuation, with ’, · and ・. Other signs look like these, and some are invisible. */
const signs = /^[\p{L}\p{M}\p{N} .,'\u2019\-_&/()#+\u00b7\u30fb]+$/u

const invisible = /\p{Default_Ignorable_Code_Point}/u

/**
 * The scripts that one name may mix, and those that may not be mixed: the "highly restrictive" level of Unicode's UTS 39, over the
 * scripts that UAX 31 recommends, with Mongolian and Yi, which people in China write. The engine's Unicode properties give the
 * scripts, so no package is needed.
 */
const scripts = [
  ["Latn", "Hani", "Hira", "Kana"],
  ["Latn", "Hani", "Bopo"],
  ["Latn", "Hani", "Hang"],
  ...["Arab", "Armn", "Beng", "Cyrl", "Deva", "Ethi", "Geor", "Grek", "Gujr", "Guru", "Hebr", "Khmr", "Knda", "Laoo", "Mlym", "Mymr"]
    .map((script) => [script]),
  ...["Orya", "Sinh", "Taml", "Telu", "Thaa", "Thai", "Tibt", "Mong", "Yiii"].map((script) => [script])
].map((together) => new RegExp(`^[${together.map((script) => `\\p{scx=${script}}`).join("")}\\p{sc=Zyyy}\\p{sc=Zinh}]*$`, "u"))

/**
 * A letter and the characters that look like it, from Unicode's table of confusables: for the alphabets that share shapes with
 * Latin letters, in lower case, and for the scripts of Chinese and Japanese.
 */
const alike = new Map(
  ([
    ["a", "аα"],
    ["b", "вьβ"],
    ["c", "сϲ"],
    ["d", "ԁ"],
    ["e", "еҽε"],
    ["f", "ϝք"],
    ["g", "ԍց"],
    ["h", "нһհ"],
    ["i", "1l|іӏιɩ丨"],
    ["j", "јϳյ"],
    ["k", "кκ"],
    ["m", "мμ"],
    ["n", "ηոռ"],
    ["o", "0оοσօ〇"],
    ["p", "рρ"],
    ["q", "ԛգզ"],
    ["r", "г"],
    ["s", "ѕտ"],
    ["t", "тτ"],
    ["u", "υսս"],
    ["v", "ѵν"],
    ["w", "ԝѡա"],
    ["x", "хχ"],
    ["y", "уүγ"],
    ["z", "ζ"],
    ["一", "ー"],
    ["二", "ニ"],
    ["八", "ハ"],
    ["力", "カ"],
    ["卜", "ト"],
    ["口", "ロ囗"],
    ["夕", "タ"],
    ["工", "エ"],
    ["へ", "ヘ"],
    ["土", "士"],
    ["亻", "イ"],
    ["戶", "戸"],
    ["黑", "黒"]
  ] as const).flatMap(([sign, others]) => [...others].map((other) => [other, sign] as const))
)

/** Accents. The marks of other scripts are kept, because their readers see them as letters. */
const accent = /(?![\u3099\u309A])\p{Script=Inherited}/gu

/** Replaces a Latin letter that is not a plain letter with an accent, such as a dotless i: it may look like any letter. */
const any = "?"

/**
 * A text that is equal for names that look alike: without case, accents, signs and spaces, and with one letter for all that look
 * alike.
 */
const skeleton = (name: string): string => {
  const plain = name.normalize("NFKD").replace(accent, "").toLowerCase().normalize("NFKD").replace(accent, "").replace(/[\p{P}\p{Z}]/gu, "")
  const letters = [...plain].map((letter) => alike.get(letter) ?? (/\p{Script=Latin}/u.test(letter) && letter > "z" ? any : letter))
  return letters.join("").replace(/rn/g, "m").replace(/vv/g, "w")
}

const isAlike = (one: string, other: string): boolean => {
  const [left, right] = [[...one], [...other]]
  return left.length === right.length && left.some((letter, index) => letter !== any && letter === right[index]) &&
    left.every((letter, index) => letter === right[index] || letter === any || right[index] === any)
}

/** Whether a reader could mistake one name for the other. */
export const looksLike = (name: string, other: string): boolean => name === other || isAlike(skeleton(name), skeleton(other))

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
