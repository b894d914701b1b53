// @ts-check
import { setText } from "../shared/dom.js"
import { knows, t } from "../shared/language.js"
import { ApiError } from "../shared/request.js"
import { faultList } from "./faults.js"

/** The sentence for a person about what went wrong. @param {unknown} error */
export const sentenceOf = (error) => {
  if (!(error instanceof ApiError)) return t("error.server", { detail: String(error) })
  if (error.status === 0) return t("error.offline")
  /** @type {import("./faults.js").Fault[]} */
  const errors = Array.isArray(error.body["errors"]) ? error.body["errors"] : []
  const [first] = errors
  const key = [`refusal.${error.code}.${first?.code}`, `refusal.${error.code}`].find(knows)
  if (key === undefined) return t(error.status >= 500 ? "error.server" : "error.refused", { detail: error.message })
  return t(key, { faults: errors.length === 0 ? error.message : faultList(errors), id: String(error.body["id"] ?? "?"), ...first?.params })
}

/**
 * @param {HTMLElement} element @param {"good" | "bad" | "wait" | "none"} outcome @param {string} [text]
 */
export const say = (element, outcome, text = "") => {
  if (outcome === "none") delete element.dataset.outcome
  else element.dataset.outcome = outcome
  setText(element, text)
}
