// @ts-check
import { withoutDirections } from "../../../src/Domain/VisibleText.ts"

/**
 * @typedef {import("../../../words/Words.ts").Words} Words
 * @typedef {import("../../../words/Keys.ts").Key} Key
 * @typedef {Key | (string & {})} Perhaps a key with a part that the server names: there may be no sentence for it
 */

/** @type {Record<string, Words[string]>} */
const words = {}

/** @type {Set<() => void>} */
const listeners = new Set()

/** @returns {"zh" | "en"} */
export const language = () => (document.documentElement.lang === "en" ? "en" : "zh")

/** Adds a page's words. @param {...Words} more */
export const addWords = (...more) => {
  Object.assign(words, ...more)
}

/** The name of the shop's currency, for `{currency}` in sentences. */
const currency = () => {
  const code = document.documentElement.dataset?.currency ?? "CNY"
  return language() === "zh" && code === "CNY" ? "元" : code
}

/**
 * The sentence of a key in the chosen language, with `{name}` filled in. No value changes the direction of the text beside it.
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 */
export const t = (key, values = {}) =>
  (words[key]?.[language()] ?? key).replace(/\{(\w+)\}/g, (_, name) =>
    withoutDirections(String(values[name] ?? (name === "currency" ? currency() : ""))))

/**
 * The sentence for a number, which is `{n}`; the number 1 has its own sentence.
 * @param {Key} key @param {number} n @param {Record<string, string | number>} [values]
 */
export const counted = (key, n, values) => {
  const one = `${key}.one`
  return t(n === 1 && knows(one) ? one : key, { n, ...values })
}

/** Whether a key has a sentence. @param {Perhaps} key @returns {key is Key} */
export const knows = (key) => key in words

/**
 * The sentence of a code that the server sent; undefined if the page does not know it.
 * @param {Perhaps} key @param {Record<string, string | number>} [values]
 */
export const known = (key, values) => knows(key) ? t(key, values) : undefined

/**
 * Writes the words into every element that names a key. An element whose words are loaded later stays as it is, in Chinese, and is
 * empty in English until then.
 * @param {ParentNode} [root]
 */
export const translate = (root = document) => {
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

/** @param {() => void} listener called after every change of language */
export const onLanguage = (listener) => {
  listeners.add(listener)
}

/** @param {"zh" | "en"} next */
export const setLanguage = (next) => {
  document.documentElement.lang = next === "en" ? "en" : "zh-CN"
  translate()
  for (const listener of listeners) listener()
}
