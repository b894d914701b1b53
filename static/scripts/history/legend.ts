import { el } from "../shared/dom.ts"
import { t } from "../shared/language.ts"
import { shortAmount } from "./amounts.ts"
import type { Shop } from "./cells.ts"
import { strongest } from "./levels.ts"
import type { State } from "./past.ts"

const key = (state: State, mark: string | null, words: string) =>
  el("li", {}, el("i", { class: "key", "data-state": state, "aria-hidden": "true" }, mark), words)

const ramp = ({ divided, isGeneratedOnly }: Shop) => {
  const amounts = divided.map(shortAmount)
  return el("p", { class: "ramp" },
    el("span", { class: "for-readers" }, t("history.legend.steps", { amounts: amounts.join(t("list.comma")) })),
    el("span", { class: "strip", "aria-hidden": "true" }, ...Array.from({ length: divided.length + 1 }, (_, index) =>
      el("i", {
        class: "key",
        "data-state": isGeneratedOnly ? "estimated" : "entered",
        "data-calm": isGeneratedOnly,
        "data-level": Math.min(strongest, index + 1)
      }, index === 0 ? null : el("span", {}, amounts[index - 1])))))
}

/** The meaning of the drawn days: the amounts between the levels, and each visible mark. */
export const legend = (shop: Shop, states: ReadonlySet<State>) =>
  [
    shop.divided.length === 0 ? null : ramp(shop),
    el("ul", {}, ...(states.has("estimated") && !shop.isGeneratedOnly ? [key("estimated", null, t("history.state.estimated"))] : []),
      ...(states.has("missing") ? [key("missing", "?", t("history.state.missing"))] : []),
      ...(states.has("closed") ? [key("closed", "×", t("history.state.closed"))] : []),
      ...(states.has("ahead") ? [key("ahead", null, t("history.state.ahead"))] : [])),
    shop.isGeneratedOnly ? el("p", { class: "remark" }, t("history.all_estimated")) : null
  ].filter((part) => part !== null)
