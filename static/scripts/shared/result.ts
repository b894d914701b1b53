import { setText } from "./dom.ts"
import { faultList } from "./faults.ts"
import type { Fault } from "./faults.ts"
import { known, knows, onLanguage, t } from "./language.ts"
import type { Perhaps } from "./language.ts"
import { ApiError } from "./request.ts"

/** A sentence about what went wrong. */
export const sentenceOf = (error: unknown) => {
  if (!(error instanceof ApiError)) return t("error.page")
  if (error.status === 0) return t("error.offline")
  const errors: Fault[] = Array.isArray(error.body["errors"]) ? error.body["errors"] : []
  const [first] = errors
  const keys: Array<Perhaps> = [`refusal.${error.code}.${first?.code}`, `refusal.${error.code}`]
  const key = keys.find(knows)
  if (key === undefined) return t(error.status >= 500 ? "error.server" : "error.refused", { status: error.status })
  return t(key, {
    faults: faultList(errors),
    id: String(error.body["id"] ?? "?"),
    role: known(`role.${error.body["role"]}`) ?? "",
    ...first?.params
  })
}

/** The current sentence of each element. */
const said: Map<HTMLElement, () => string> = new Map()

onLanguage(() => {
  for (const [element, sentence] of said) setText(element, sentence())
})

/** Shows a sentence, and renders it again after each change of language. */
export const say = (element: HTMLElement, outcome: "good" | "bad" | "wait" | "none", sentence: () => string = () => "") => {
  if (outcome === "none") delete element.dataset.outcome
  else element.dataset.outcome = outcome
  said.set(element, sentence)
  setText(element, sentence())
}
