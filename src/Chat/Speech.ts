import type { Words } from "../../words/Words.ts"
import type { Language } from "../Domain/Language.ts"

/** What `{name}` stands for in a sentence. */
export type Values = Readonly<Record<string, string | number>>

const members = { "zh-CN": "zh", "en": "en" } as const satisfies Record<Language, "zh" | "en">

/** A sentence of a table in a language. */
export const wordsIn = (words: Words[string], language: Language): string => words[members[language]]

/** Fills in the sentences of a table of words. Braces in a value are left as they are. */
export const speechIn = <Table extends Words>(table: Table, language: Language) => {
  const say = (key: keyof Table & string, values: Values = {}): string => {
    const sentence = table[key]
    return sentence === undefined
      ? key
      : wordsIn(sentence, language).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""))
  }
  const isKey = (key: string): key is keyof Table & string => Object.hasOwn(table, key)
  /** The same for a number, which is `{n}`; the number 1 may have its own sentence. */
  const counted = (key: keyof Table & string, n: number, values: Values = {}): string => {
    const one = `${key}.one`
    return say(n === 1 && isKey(one) ? one : key, { ...values, n })
  }
  return { say, counted }
}
