// @ts-check
import { el } from "../shared/dom.js"
import { resolve } from "./document.js"
import { typeOf } from "./schema.js"

/** @typedef {import("./document.js").Schema} Schema */

/** @typedef {{ name: string, cell: (parameter: Schema, schema: Schema) => Node | null }} Column `cell` is null where there is nothing to say */

/** @param {string} text */
const word = (text) => el("span", {}, text)

/** @param {Schema} api @returns {Column[]} */
const columns = (api) => [
  { name: "Name", cell: (parameter) => el("code", { class: "name" }, parameter["name"]) },
  { name: "In", cell: (parameter) => word(parameter["in"]) },
  { name: "Type", cell: (parameter) => typeOf(api, parameter["schema"]) },
  { name: "Default", cell: (_, schema) => ("default" in schema ? el("code", {}, JSON.stringify(schema["default"])) : null) },
  { name: "Required", cell: (parameter) => word(parameter["required"] ? "yes" : "no") },
  {
    name: "Description",
    cell: (parameter, schema) => {
      const text = parameter["description"] ?? schema["description"]
      return text === undefined ? null : word(text)
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
      el("tr", { role: "row" }, ...shown.map(({ name }) => el("th", { role: "columnheader", scope: "col" }, name)))),
    el("tbody", { role: "rowgroup" },
      ...parameters.map((parameter, row) =>
        el("tr", { role: "row" }, ...shown.map(({ cell, name }, column) =>
          el(column === 0 ? "th" : "td", { role: column === 0 ? "rowheader" : "cell", scope: column === 0 ? "row" : null },
            column === 0 ? null : el("span", { class: "label", "aria-hidden": "true" }, name), cell(parameter, schemas[row] ?? {}) ?? "—")
        ))
      )))
}
