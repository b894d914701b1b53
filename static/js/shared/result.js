// @ts-check
import { setText } from "./dom.js"
import { faultList } from "./faults.js"
import { known, knows, onLanguage, t } from "./language.js"
import { ApiError } from "./request.js"

/** A sentence about what went wrong. @param {unknown} error */
export const sentenceOf = (error) => {
  if (!(error instanceof ApiError)) return t("error.page")
  if (error.status === 0) return t("error.offline")
  /** @type {import("./faults.js").Fault[]} */
  const errors = Array.isArray(error.body["errors"]) ? error.body["errors"] : []
  const [first] = errors
  /** @type {Array<import("./language.js").Perhaps>} */
  const keys = [`refusal.${error.code}.${first?.code}`, `refusal.${error.code}`]
  const key = keys.find(knows)
  if (key === undefined) return t(error.status >= 500 ? "error.server" : "error.refused", { status: error.status })
  return t(key, {
    faults: faultList(errors),
    id: String(error.body["id"] ?? "?"),
    role: known(`role.${error.body["role"]}`) ?? "",
    ...first?.params
  })
}

/** The current sentence of each element. @type {Map<HTMLElement, () => string>} */
const said = new Map()

onLanguage(() => {
  for (const [element, sentence] of said) setText(element, sentence())
})

/**
 * Shows a sentence, and renders it again after each change of language.
 * @param {HTMLElement} element @param {"good" | "bad" | "wait" | "none"} outcome @param {() => string} [sentence]
 */
export const say = (element, outcome, sentence = () => "") => {
  if (outcome === "none") delete element.dataset.outcome
  else element.dataset.outcome = outcome
  said.set(element, sentence)
  setText(element, sentence())
}
