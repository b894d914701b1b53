// @ts-check
import { el } from "../shared/dom.js"
import { t } from "../shared/language.js"
import { resolve } from "./document.js"
import { said } from "./saying.js"
import { typeOf } from "./schema.js"

/** @typedef {import("./document.js").Schema} Schema */

/**
 * @typedef {import("../shared/language.js").Key} Key
 * @typedef {{ key: Key, cell: (parameter: Schema, schema: Schema) => Node | null }} Column
 * `cell` is null where there is nothing to say
 */

/** @param {Key} key */
const word = (key) => el("span", { "data-i18n": key }, t(key))

/** @param {Schema} api @returns {Column[]} */
const columns = (api) => [
  { key: "docs.name", cell: (parameter) => el("code", { class: "name" }, parameter["name"]) },
  { key: "docs.in", cell: (parameter) => word(`docs.in.${/** @type {"header" | "path" | "query"} */ (parameter["in"])}`) },
  { key: "docs.type", cell: (parameter) => typeOf(api, parameter["schema"]) },
  { key: "docs.default", cell: (_, schema) => ("default" in schema ? el("code", {}, JSON.stringify(schema["default"])) : null) },
  { key: "docs.required", cell: (parameter) => word(parameter["required"] ? "docs.yes" : "docs.no") },
  {
    key: "docs.description",
    cell: (parameter, schema) => {
      const text = parameter["description"] ?? schema["description"]
      return text === undefined ? null : said(text)
    }
  }
]

/**
 * The parameters of an operation, without empty columns. On a narrow screen, rows become blocks. The ARIA roles are written
 * explicitly, because a table with another `display` loses them.
 * @param {Schema} api @param {Schema[]} parameters
 */
export const parameterTable = (api, parameters) => {
  const schemas = parameters.map((parameter) => resolve(api, parameter["schema"]))
  const shown = columns(api).filter(({ cell }) => parameters.some((parameter, row) => cell(parameter, schemas[row] ?? {}) !== null))
  return el("table", { role: "table", class: "parameters" },
    el("thead", { role: "rowgroup" },
      el("tr", { role: "row" }, ...shown.map(({ key }) => el("th", { role: "columnheader", scope: "col" }, word(key))))),
    el("tbody", { role: "rowgroup" },
      ...parameters.map((parameter, row) =>
        el("tr", { role: "row" }, ...shown.map(({ cell, key }, column) =>
          el(column === 0 ? "th" : "td", { role: column === 0 ? "rowheader" : "cell", scope: column === 0 ? "row" : null },
            column === 0 ? null : el("span", { class: "label", "aria-hidden": "true", "data-i18n": key }, t(key)),
            cell(parameter, schemas[row] ?? {}) ?? "—")
        ))
      )))
}
