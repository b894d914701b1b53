import { withoutDirections } from "../../../src/Domain/VisibleText.ts"
import type { Key } from "../../../words/Keys.ts"
import { otherWords, shipped } from "./other-words.ts"
import type { SomeWords } from "./other-words.ts"

export type { Key }

/** a key with a part that the server names: there may be no sentence for it */
export type Perhaps = Key | (string & {})

const words: Record<string, SomeWords[string]> = {}

const listeners: Set<() => void> = new Set()

export const language = (): "zh" | "en" => (document.documentElement.lang === "en" ? "en" : "zh")

/** Adds a page's words, which may be in one language alone. */
export const addWords = (...more: SomeWords[]) => {
  for (const [key, sentence] of more.flatMap(Object.entries)) words[key] = { ...words[key], ...sentence }
}

/** Loads the words of the language that the page does not have yet. */
const bring = async (next: "zh" | "en") => {
  if (shipped !== null && shipped !== next) addWords(...await otherWords())
}

/** The name of the shop's currency, for `{currency}` in sentences. */
const currency = () => {
  const code = document.documentElement.dataset?.currency ?? "CNY"
  return language() === "zh" && code === "CNY" ? "元" : code
}

/** The sentence of a key in the chosen language, with `{name}` filled in. No value changes the direction of the text beside it. */
export const t = (key: Key, values: Record<string, string | number> = {}) =>
  (words[key]?.[language()] ?? key).replace(/\{(\w+)\}/g, (_, name) =>
    withoutDirections(String(values[name] ?? (name === "currency" ? currency() : ""))))

/** The sentence for a number, which is `{n}`; the number 1 has its own sentence. */
export const counted = (key: Key, n: number, values?: Record<string, string | number>) => {
  const one = `${key}.one`
  return t(n === 1 && knows(one) ? one : key, { n, ...values })
}

/** Whether a key has a sentence. */
export const knows = (key: Perhaps): key is Key => key in words

/** The sentence of a code that the server sent; undefined if the page does not know it. */
export const known = (key: Perhaps, values?: Record<string, string | number>) => knows(key) ? t(key, values) : undefined

/**
 * Writes the words into every element that names a key. An element whose words are loaded later stays as it is, in Chinese, and is
 * empty in English until then.
 */
export const translate = (root: ParentNode = document) => {
  document.documentElement.classList.remove("untranslated")
  for (const element of root.querySelectorAll("[data-i18n]")) {
    const words = known(element.getAttribute("data-i18n") ?? "")
    if (words !== undefined || language() === "en") element.textContent = words ?? ""
  }
  for (const attribute of ["aria-label", "placeholder", "title"]) {
    for (const element of root.querySelectorAll(`[data-i18n-${attribute}]`)) {
      const words = known(element.getAttribute(`data-i18n-${attribute}`) ?? "")
      if (words !== undefined) element.setAttribute(attribute, words)
    }
  }
}

/** @param listener called after every change of language */
export const onLanguage = (listener: () => void) => {
  listeners.add(listener)
}

/** Rejected if the language's words cannot be loaded; the page then keeps its own. */
export const setLanguage = async (next: "zh" | "en") => {
  await bring(next)
  document.documentElement.lang = next === "en" ? "en" : "zh-CN"
  translate()
  for (const listener of listeners) listener()
}

// The visitor's own choice is not in what the server knows, so the page may have the words of the other language.
if (shipped !== null && shipped !== language())
  await bring(language()).catch(() => {
    document.documentElement.lang = shipped === "en" ? "en" : "zh-CN"
  })
