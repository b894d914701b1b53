// @ts-check
import { el } from "../shared/dom.js"
import { resolve } from "./document.js"
import { exampleIn } from "./saying.js"

/** @typedef {import("./document.js").Schema} Schema */

/** An example of a body: that of the media type, otherwise that of its schema. @param {Schema} api @param {Schema} media */
export const exampleOf = (api, media) => {
  const schema = resolve(api, media["schema"] ?? {})
  return exampleIn(media["example"] ?? schema["example"] ?? schema["examples"]?.[0])
}

/** @param {unknown} example */
const exampleText = (example) => typeof example === "string" ? example.replaceAll("\r\n", "\n").trimEnd() : JSON.stringify(example, null, 2)

/** The JSON with strings and keys in their own colours. @param {string} json */
const coloured = (json) =>
  json.split(/("(?:\\.|[^"\\])*"(?:\s*:)?)/).map((part) =>
    part.startsWith("\"") ? el("span", { class: part.endsWith(":") ? "key" : "string" }, part) : part
  )

/** @param {unknown} example */
export const exampleBlock = (example) =>
  el("pre", { class: "block" }, el("code", {}, ...(typeof example === "string" ? [exampleText(example)] : coloured(exampleText(example)))))
