// @ts-check
import { monthName } from "../shared/format/dates.js"
import { t } from "../shared/language.js"

/** `2026年` or `2026年2月`. @param {import("./address.js").View} view */
export const titleOf = (view) =>
  view.kind === "year"
    ? t("history.year", { year: view.year })
    : t("history.month", { year: Number(view.month.slice(0, 4)), month: monthName(`${view.month}-01`) })
