// @ts-check

/**
 * @typedef {Record<string, any>} Schema a schema of the document, or any other part of it
 * @typedef {{
 *   id: string, method: string, path: string, summary: string, description: string,
 *   header: string | null, role: string | null, parameters: Schema[], body: Schema | null, responses: [status: string, response: Schema][]
 * }} Operation `header` holds the credential
 * @typedef {{ name: string, description: string, prefix: string, operations: Operation[] }} Group
 */

/** The roles that are always needed; `view` is needed only in a private service. */
const roles = ["entry", "manager", "admin", "feed"]

const methods = ["get", "put", "post", "patch", "delete"]

/** `x-admin-token` in its usual spelling: `X-Admin-Token`. @param {string} name */
const headerName = (name) => name.replace(/(^|-)[a-z]/g, (initial) => initial.toUpperCase())

/** The header for an operation's credential. @param {Schema} api @param {Schema} operation */
const credentialHeader = (api, operation) => {
  const names = (operation["security"] ?? api["security"] ?? []).flatMap((/** @type {Schema} */ requirement) => Object.keys(requirement))
  const scheme = api["components"]?.securitySchemes?.[names[0]]
  return scheme?.in === "header" ? headerName(String(scheme.name)) : null
}

/** The folder that all paths share, with its trailing slash: `/api/admin/`. @param {string[]} paths */
const sharedFolder = (paths) => {
  const [first = "", ...others] = paths
  let folder = first.slice(0, first.lastIndexOf("/") + 1)
  while (!others.every((path) => path.startsWith(folder))) folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1)
  return folder
}

/** @param {Schema} api @returns {Operation[]} */
const operationsOf = (api, /** @type {string} */ tag) =>
  Object.entries(api["paths"]).flatMap(([path, item]) =>
    methods.filter((method) => item[method]?.tags?.includes(tag)).map((method) => {
      const operation = item[method]
      return {
        id: String(operation.operationId),
        method,
        path,
        summary: String(operation.summary ?? operation.operationId),
        description: String(operation.description ?? ""),
        header: credentialHeader(api, operation),
        role: roles.includes(operation["x-needs"]) ? operation["x-needs"] : null,
        parameters: operation.parameters ?? [],
        body: operation.requestBody ?? null,
        responses: Object.entries(operation.responses)
      }
    })
  )

/** The operations by their tags, in the document's order. @param {Schema} api @returns {Group[]} */
export const groupsOf = (api) =>
  api["tags"].map((/** @type {Schema} */ tag) => {
    const operations = operationsOf(api, tag["name"])
    return {
      name: tag["name"],
      description: tag["description"] ?? "",
      prefix: sharedFolder(operations.map(({ path }) => path)),
      operations
    }
  })

/**
 * The schema that a `$ref` names, with its name; any other schema unchanged.
 * @param {Schema} api @param {Schema} schema @returns {Schema}
 */
export const resolve = (api, schema) => {
  const { $ref, ...own } = schema
  if (typeof $ref !== "string") return schema
  const keys = $ref.slice(2).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
  const target = keys.reduce((part, key) => part?.[key], api)
  return { "x-name": keys.at(-1), ...resolve(api, target ?? {}), ...own }
}
