// @ts-check
import { setText } from "../shared/dom.js"
import { knows, t } from "../shared/language.js"
import { ApiError } from "../shared/request.js"

/** The sentence for a person about what went wrong. @param {unknown} error */
export const sentenceOf = (error) => {
  if (!(error instanceof ApiError)) return t("error.server", { detail: String(error) })
  if (error.status === 0) return t("error.offline")
  if (knows(`fault.${error.code}`)) return t(`fault.${error.code}`, { detail: error.message, id: String(error.body["id"] ?? "?") })
  return t(error.status >= 500 ? "error.server" : "error.refused", { detail: error.message })
}

/**
 * @param {HTMLElement} element @param {"good" | "bad" | "wait" | "none"} outcome @param {string} [text]
 */
export const say = (element, outcome, text = "") => {
  if (outcome === "none") delete element.dataset.outcome
  else element.dataset.outcome = outcome
  setText(element, text)
}
