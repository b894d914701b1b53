// @ts-check
import { resolve } from "./docs-document.js"
import { el } from "./dom.js"

/** @typedef {import("./docs-document.js").Schema} Schema */

/** Characters that still stand on one line. */
const lineLength = 64

/** @param {unknown} value */
const inOneLine = (value) => {
  const text = JSON.stringify(value, null, 1).replace(/\n\s*/g, " ")
  return Array.isArray(value) ? text.replace(/^\[ | \]$/g, (edge) => edge.trim()) : text
}

/** JSON with short objects and arrays on a line of their own. @param {unknown} value @param {string} [indent] @returns {string} */
export const prettyJson = (value, indent = "") => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const whole = inOneLine(value)
  // The outermost is always opened up, and so is what holds objects.
  const flat = !Object.values(value).some((part) => typeof part === "object" && part !== null)
  if (indent !== "" && flat && indent.length + whole.length <= lineLength) return whole
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((part) => inner + prettyJson(part, inner))
    : Object.entries(value).map(([key, part]) => `${inner}${JSON.stringify(key)}: ${prettyJson(part, inner)}`)
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"]
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(",\n")}\n${indent}${close}`
}

/** What a person would send or get: of the media type, or else of its schema. @param {Schema} api @param {Schema} media */
export const exampleOf = (api, media) => {
  const schema = resolve(api, media["schema"] ?? {})
  return media["example"] ?? schema["example"] ?? schema["examples"]?.[0]
}

/** @param {unknown} example */
export const exampleText = (example) =>
  typeof example === "string" ? example.replaceAll("\r\n", "\n").trimEnd() : prettyJson(example)

/** Strings and the keys before a colon in colours of their own. @param {string} json */
const coloured = (json) =>
  json.split(/("(?:\\.|[^"\\])*"(?:\s*:)?)/).map((part) =>
    part.startsWith("\"") ? el("span", { class: part.endsWith(":") ? "key" : "string" }, part) : part)

/** @param {unknown} example */
export const exampleBlock = (example) =>
  el("pre", { class: "block" }, el("code", {}, ...(typeof example === "string" ? [exampleText(example)] : coloured(exampleText(example)))))
