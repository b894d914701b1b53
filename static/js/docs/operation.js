// @ts-check
import { el } from "../shared/dom.js"
import { t } from "../shared/language.js"
import { copyButton } from "./copy.js"
import { curl } from "./curl.js"
import { resolve } from "./document.js"
import { exampleBlock, exampleOf } from "./example.js"
import { parameterTable } from "./parameters.js"
import { inBothLanguages, said } from "./saying.js"
import { alternatives, limits, members, typeOf, typeText } from "./schema.js"

/** @typedef {import("./document.js").Schema} Schema */
/** @typedef {import("./document.js").Operation} Operation */
/** @typedef {import("../shared/language.js").Key} Key */

/** The method; methods that change something are coloured. @param {string} method */
export const methodBadge = (method) => el("span", { class: "method", "data-method": method }, method.toUpperCase())

/** A path in which lines may break after a slash and nowhere else. @param {string} path */
export const breakable = (path) => path.split(/(?<=\/)(?=.)/).flatMap((part) => [document.createElement("wbr"), part])

/** Words of the page with values filled in. @param {Key} key @param {Record<string, string>} values */
const spoken = (key, values) => inBothLanguages(() => el("span", {}, t(key, values)))

/** @param {"h4" | "h5"} level @param {Key} key */
const title = (level, key) => el(level, { "data-i18n": key }, t(key))

/** The type of a body, its members, and an example beside it. @param {Schema} api @param {Schema} media */
const bodyView = (api, media) => {
  const schema = media["schema"] ?? {}
  const nested = members(api, schema)
  const example = exampleOf(api, media)
  const plain = nested === null && typeText(api, schema) === "string" && limits(api, schema).length === 0
  return el("div", { class: "body" }, // The example of a text says more than its schema.
      plain &&
      example !== undefined
      ? null
      : el("div", {}, el("div", { class: "root" }, title("h5", "docs.schema"), typeOf(api, schema)), nested),
    example === undefined ? null : el("div", {}, title("h5", "docs.example"), inBothLanguages(() => exampleBlock(exampleOf(api, media)))))
}

/** @param {Schema} api @param {Schema} body */
const requestBody = (api, body) =>
  el("div", { class: "part" }, title("h4", "docs.body"), ...Object.entries(body["content"]).flatMap(([type, media]) => [
    el("p", { class: "media" }, el("code", {}, type), " ",
      body["required"] ? null : el("span", { class: "optional", "data-i18n": "docs.body.optional" }, t("docs.body.optional"))),
    bodyView(api, media)
  ]))

/**
 * When the response is sent; if several errors share a status, when each of them is sent.
 * @param {Schema} api @param {Schema} response
 */
const answerText = (api, response) => {
  const [media] = Object.values(response["content"] ?? {})
  const forms = alternatives(media?.["schema"] ?? {}).map((schema) => resolve(api, schema))
  const areErrors = forms.length > 1 &&
    forms.every(({ description, properties }) => description !== undefined && properties?.error !== undefined)
  return said(areErrors ? forms.map(({ description }) => description) : response["description"], "said")
}

/**
 * One response. The bodies of errors, which are most of the document, are built when they are unfolded.
 * @param {Schema} api @param {string} status @param {Schema} response
 */
const responseView = (api, status, response) => {
  const content = Object.entries(response["content"] ?? {})
  const isSuccess = status.startsWith("2")
  const view = el("details", { class: "response", "data-status": status, open: isSuccess },
    el("summary", {}, el("span", { class: "status" }, status), " ", answerText(api, response), " ",
      ...content.map(([type]) => el("code", { class: "type" }, type))))
  const fill = () => view.append(...content.map(([, media]) => bodyView(api, media)))
  if (isSuccess) fill()
  else view.addEventListener("toggle", fill, { once: true })
  return view
}

/** @param {Schema} api @param {Operation} operation */
export const operationView = (api, operation) => {
  const { body, description, header, id, method, parameters, path, responses, role, summary } = operation
  const command = () => curl(api, operation, location.origin)
  return el("section", { id, class: "operation", "aria-labelledby": `${id}-title` },
    el("header", {}, el("h3", { id: `${id}-title` }, el("a", { class: "anchor", href: `#${id}` }, said(summary))),
      el("p", { class: "address" }, methodBadge(method), " ", el("code", {}, ...breakable(path)), " ",
        header === null ? null : el("a", { class: "badge", href: "#credential" }, spoken("docs.needs", { header })),
        role === null ? null : " ", role === null ? null : el("span", { class: "badge" }, spoken("docs.role", { role }))),
      description === "" ? null : el("p", { class: "description" }, said(description))),
    parameters.length === 0 ? null : el("div", { class: "part" }, title("h4", "docs.parameters"), parameterTable(api, parameters)),
    body === null ? null : requestBody(api, body),
    el("div", { class: "part" }, el("div", { class: "part-head" }, title("h4", "docs.call"), copyButton(command, path)),
      inBothLanguages(() => el("pre", { class: "block curl" }, el("code", {}, command())))),
    el("div", { class: "part" }, title("h4", "docs.responses"),
      ...responses.map(([status, response]) => responseView(api, status, response))))
}
