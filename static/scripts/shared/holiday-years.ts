import { byId, setText, show } from "./dom.ts"
import { t } from "./language.ts"

/** Shows the years whose holidays are not known, if there are any. */
export const tellUnknownYears = (years: ReadonlyArray<number>) => {
  show(byId("no-holidays"), years.length > 0)
  setText(byId("no-holidays"), years.length === 0 ? "" : t("holidays.unknown", { years: years.join(t("list.comma")) }))
}
