// @ts-check
import { exampleTexts } from "../../../words/reference/Examples.ts"
import { fields } from "../../../words/reference/Fields.ts"
import { operations } from "../../../words/reference/Operations.ts"
import { people } from "../../../words/reference/People.ts"
import { responses } from "../../../words/reference/Responses.ts"
import { el } from "../shared/dom.js"
import { language, onLanguage, t } from "../shared/language.js"

/** @type {Record<string, string>} */
const chinese = { ...operations, ...people, ...responses, ...fields }

/** A description that only repeats the type, such as `a string`, is left out. @param {string | undefined} text */
export const worthSaying = (text) => (text === undefined || /^an? \w+$/.test(text) ? "" : text)

/** A sentence of the document, which is English, in the page's language. @param {string} text */
export const saying = (text) => (language() === "zh" ? chinese[text] ?? text : text)

/** An example in the page's language: the texts that people wrote in it are translated. @param {any} example @returns {any} */
export const exampleIn = (example) => {
  if (typeof example === "string") return language() === "zh" ? exampleTexts[example] ?? example : example
  if (Array.isArray(example)) return example.map(exampleIn)
  return typeof example === "object" && example !== null
    ? Object.fromEntries(Object.entries(example).map(([key, value]) => [key, exampleIn(value)]))
    : example
}

/**
 * Shows the result of `build`, and builds it again after each change of language.
 * @template {Element} T
 * @param {() => T} build
 */
export const inBothLanguages = (build) => {
  let shown = build()
  onLanguage(() => {
    const next = build()
    shown.replaceWith(next)
    shown = next
  })
  return shown
}

/** Sentences of the document as an element. @param {string | string[]} text @param {string} [name] the element's class */
export const said = (text, name) => inBothLanguages(() => el("span", { class: name }, [text].flat().map(saying).join(t("docs.or"))))
