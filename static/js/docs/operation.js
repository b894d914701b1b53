// @ts-check
import { el } from "../shared/dom.js"
import { resolve } from "./document.js"
import { parameterTable } from "./parameters.js"
import { alternatives, members, typeOf } from "./schema.js"

/** @typedef {import("./document.js").Schema} Schema */
/** @typedef {import("./document.js").Operation} Operation */

/** The method; methods that change something are coloured. @param {string} method */
export const methodBadge = (method) => el("span", { class: "method", "data-method": method }, method.toUpperCase())

/** A path in which lines may break after a slash and nowhere else. @param {string} path */
export const breakable = (path) => path.split(/(?<=\/)(?=.)/).flatMap((part) => [document.createElement("wbr"), part])

/** The type of a body and its members. @param {Schema} api @param {Schema} media */
const bodyView = (api, media) => {
  const schema = media["schema"] ?? {}
  return el("div", { class: "body" }, el("div", { class: "root" }, typeOf(api, schema)), members(api, schema))
}

/** @param {Schema} api @param {Schema} body */
const requestBody = (api, body) =>
  el("div", { class: "part" }, el("h4", {}, "Request body"), ...Object.entries(body["content"]).flatMap(([type, media]) => [
    el("p", { class: "media" }, el("code", {}, type), " ", body["required"] ? null : el("span", { class: "optional" }, "may be omitted")),
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
  return el("span", { class: "said" },
    areErrors ? forms.map(({ description }) => description).join(" Or: ") : String(response["description"] ?? ""))
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
export const operationView = (api, { body, description, header, id, method, parameters, path, responses, role, summary }) =>
  el("section", { id, class: "operation", "aria-labelledby": `${id}-title` },
    el("header", {}, el("h3", { id: `${id}-title` }, el("a", { class: "anchor", href: `#${id}` }, summary)),
      el("p", { class: "address" }, methodBadge(method), " ", el("code", {}, ...breakable(path)), " ",
        header === null ? null : el("a", { class: "badge", href: "#credential" }, `Needs ${header}`), role === null ? null : " ",
        role === null ? null : el("span", { class: "badge" }, `Role: ${role}`)),
      description === "" ? null : el("p", { class: "description" }, description)),
    parameters.length === 0 ? null : el("div", { class: "part" }, el("h4", {}, "Parameters"), parameterTable(api, parameters)),
    body === null ? null : requestBody(api, body),
    el("div", { class: "part" }, el("h4", {}, "Responses"), ...responses.map(([status, response]) => responseView(api, status, response))))
