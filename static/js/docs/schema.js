// @ts-check
import { el } from "../shared/dom.js"
import { resolve } from "./document.js"

/** @typedef {import("./document.js").Schema} Schema */

/** @param {Schema} schema @returns {Schema[]} */
export const alternatives = (schema) => schema["anyOf"] ?? schema["oneOf"] ?? []

/** `string | null`, `array of Attempt`, `"card" | "post" | "text"`. @param {Schema} api @param {Schema} schema @returns {string} */
export const typeText = (api, schema) => {
  const whole = resolve(api, schema)
  if ("const" in whole) return JSON.stringify(whole["const"])
  if (Array.isArray(whole["enum"])) return whole["enum"].map((value) => JSON.stringify(value)).join(" | ")
  const members = alternatives(whole)
  if (members.length > 0) return [...new Set(members.map((member) => typeText(api, member)))].join(" | ")
  if (whole["type"] === "array") {
    const items = typeText(api, whole["items"] ?? {})
    return `array of ${items.includes(" | ") ? `(${items})` : items}`
  }
  if (whole["type"] === "object") return whole["x-name"] ?? "object"
  return [whole["type"] ?? "any"].flat().join(" | ")
}

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 10 })

/** @param {number | undefined} least @param {number | undefined} most */
const range = (least, most) => {
  const upTo = most === undefined || most >= Number.MAX_SAFE_INTEGER ? undefined : grouped.format(most)
  if (least === undefined) return upTo === undefined ? [] : [`at most ${upTo}`]
  const from = grouped.format(least)
  return [upTo === undefined ? `at least ${from}` : `${from} to ${upTo}`]
}

/** The pattern of every plain text. It is not shown, because words are easier to read. */
const withoutNul = "^[^\\u0000]*$"

/** The limits that the type does not show. @param {Schema} api @param {Schema} schema @returns {string[]} */
const limits = (api, schema) => {
  const whole = resolve(api, schema)
  return [
    ...(whole["format"] === undefined ? [] : [whole["format"] === "date" ? "YYYY-MM-DD" : String(whole["format"])]),
    ...range(whole["minimum"], whole["maximum"]),
    ...(whole["multipleOf"] === undefined ? [] : [`steps of ${whole["multipleOf"]}`]),
    ...range(whole["minLength"], whole["maxLength"]).map((range) => `${range} characters`),
    ...range(whole["minItems"], whole["maxItems"]).map((range) => `${range} items`),
    ...(whole["pattern"] === undefined
      ? []
      : [whole["pattern"] === withoutNul ? "without NUL characters" : `matches ${whole["pattern"]}`]),
    ...alternatives(whole).flatMap((member) => limits(api, member))
  ]
}

/** A description that only repeats the type, such as `a string`, is left out. @param {string | undefined} text */
const worthSaying = (text) => (text === undefined || /^an? \w+$/.test(text) ? "" : text)

/** A schema's description, otherwise those of its alternatives. @param {Schema} api @param {Schema} schema @returns {string} */
const described = (api, schema) => {
  const whole = resolve(api, schema)
  return worthSaying(whole["description"]) ||
    (alternatives(whole).map((member) => described(api, member)).find((text) => text !== "") ?? "")
}

/** @param {Schema} api @param {Schema} schema */
export const typeOf = (api, schema) =>
  el("span", { class: "type" }, typeText(api, schema), el("span", { class: "bounds" }, ...limits(api, schema).map((limit) => `, ${limit}`)))

/** @param {Schema} schema */
const defaultOf = (schema) =>
  "default" in schema
    ? el("span", { class: "default" }, "Default", " ", el("code", {}, JSON.stringify(schema["default"])))
    : null

/**
 * @param {Schema} api @param {string} name @param {Schema} schema @param {boolean} required
 * @param {ReadonlyArray<string>} above names of the schemas around it: one that holds itself is written once
 */
const member = (api, name, schema, required, above) => {
  const text = described(api, schema)
  return el("li", {}, el("code", { class: "name" }, name), " ", typeOf(api, schema), " ",
    required ? null : el("span", { class: "optional" }, "optional"), " ", defaultOf(resolve(api, schema)),
    text === "" ? null : el("span", { class: "said" }, text), members(api, schema, above))
}

/**
 * The members of a schema as nested lists; null for a plain value.
 * @param {Schema} api @param {Schema} schema @param {ReadonlyArray<string>} [above]
 * @returns {HTMLElement | null}
 */
export const members = (api, schema, above = []) => {
  const whole = resolve(api, schema)
  const name = whole["x-name"]
  if (above.includes(name)) return null
  const around = name === undefined ? above : [...above, name]
  if (whole["type"] === "array") return members(api, whole["items"] ?? {}, around)
  if (whole["properties"] !== undefined) {
    return el("ul", { class: "schema" }, ...Object.entries(whole["properties"]).map(([key, value]) =>
      member(api, key, value, (whole["required"] ?? []).includes(key), around)
    ))
  }
  const nested = alternatives(whole).filter((each) => members(api, each, around) !== null)
  const [only] = nested
  if (only === undefined) return null
  if (nested.length === 1) return members(api, only, around)
  return el("ul", { class: "schema either" },
    ...nested.map((each) =>
      el("li", {}, el("code", { class: "name" }, typeText(api, each)), " ", el("span", { class: "said" }, described(api, each)),
        members(api, each, around))
    ))
}
