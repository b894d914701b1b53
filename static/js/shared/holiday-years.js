// @ts-check
import { byId, setText, show } from "./dom.js"
import { t } from "./language.js"

/** Shows the years whose holidays are not known, if there are any. @param {ReadonlyArray<number>} years */
export const tellUnknownYears = (years) => {
  show(byId("no-holidays"), years.length > 0)
  setText(byId("no-holidays"), years.length === 0 ? "" : t("holidays.unknown", { years: years.join(t("list.comma")) }))
}
