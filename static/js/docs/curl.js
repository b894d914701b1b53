// @ts-check
import { exampleOf } from "./example.js"

/** @typedef {import("./document.js").Schema} Schema */
/** @typedef {import("./document.js").Operation} Operation */

/** A text quoted as one word for a shell. @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** An example value of a parameter. @param {Schema} parameter */
const sample = ({ schema }) => String(schema.example ?? schema.examples?.[0] ?? schema.enum?.[0] ?? schema.minimum ?? "1")

/** @param {Operation} operation */
const address = ({ parameters, path }) => {
  const filled = parameters.filter((parameter) => parameter["in"] === "path").reduce(
    (text, parameter) => text.replace(`{${parameter["name"]}}`, sample(parameter)),
    path
  )
  const query = parameters.filter((parameter) => parameter["in"] === "query" && parameter["required"])
    .map((parameter) => `${parameter["name"]}=${encodeURIComponent(sample(parameter))}`)
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`
}

/** The body: inline if it is JSON, otherwise from a file. @param {Schema} api @param {Operation} operation */
const bodyOptions = (api, { body }) => {
  const [entry] = Object.entries(body?.["content"] ?? {})
  if (entry === undefined) return []
  const [type, media] = entry
  const example = exampleOf(api, media)
  return [
    `-H ${quoted(`Content-Type: ${type}`)}`,
    type.includes("json")
      ? `-d ${quoted(JSON.stringify(example ?? {}))}`
      : `--data-binary @${type.includes("csv") ? "turnover.csv" : "body"}`
  ]
}

/**
 * A command that calls the operation. The token is not written into it: the shell fills in `$ADMIN_TOKEN`.
 * @param {Schema} api @param {Operation} operation @param {string} origin
 */
export const curl = (api, operation, origin) => {
  const streams = operation.responses.some(([, response]) => "text/event-stream" in (response["content"] ?? {}))
  const method = operation.method === "get" ? "" : `-X ${operation.method.toUpperCase()} `
  return [
    `curl ${streams ? "-N " : ""}${method}${quoted(`${origin}${address(operation)}`)}`,
    ...(operation.header === null ? [] : [`-H "${operation.header}: $ADMIN_TOKEN"`]),
    ...bodyOptions(api, operation)
  ].join(" \\\n  ")
}
