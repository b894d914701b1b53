import { byId } from "../../shared/dom.ts"
import { language, t } from "../../shared/language.ts"
import { saveCsv } from "./save.ts"

const name = () => (language() === "zh" ? "营业额模板" : "turnover-template")

/** Offers templates in the page's language. The returned function updates them after the language changes. */
export const startTemplates = () => {
  const workbook = byId("template-xlsx") as HTMLAnchorElement
  // A template contains no row: an example that is not deleted would be imported as a real amount.
  byId("template-csv").addEventListener("click", () => saveCsv(`${name()}.csv`, `${t("field.date")},${t("field.amount")}\r\n`))
  const relabel = () => {
    workbook.href = `static/template-${language()}.xlsx`
    workbook.download = `${name()}.xlsx`
  }
  relabel()
  return relabel
}
