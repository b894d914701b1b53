/** Texts of the document are written between tags and in attributes. */
const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const code = (text) => `<code>${escaped(text)}</code>`

const paragraph = (text) => text === undefined ? "" : `<p>${escaped(text)}</p>`

/** Values that are listed at once; more of them are folded. */
const many = 12

const json = (value) => code(JSON.stringify(value))

const values = (list) =>
  list.length <= many
    ? list.map(json).join(" or ")
    : `<details><summary>one of ${list.length} values</summary>${list.map(json).join(", ")}</details>`

const range = (least, most, unit) => {
  if (most === undefined || most >= Number.MAX_SAFE_INTEGER) return least === undefined ? [] : [`at least ${least}${unit}`]
  return [least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`]
}

const limitsOf = ({ format, maximum, maxItems, maxLength, minimum, minItems, minLength, multipleOf, pattern }) => [
  ...(format === undefined ? [] : [escaped(format)]),
  ...range(minimum, maximum, ""),
  ...range(minLength, maxLength, " characters"),
  ...range(minItems, maxItems, " items"),
  ...(multipleOf === undefined ? [] : [`steps of ${multipleOf}`]),
  ...(pattern === undefined ? [] : [`matches ${code(pattern)}`])
]

const alternativesOf = ({ allOf, anyOf, oneOf }) => anyOf ?? oneOf ?? allOf ?? []

const kindOf = (schema) => {
  if (schema.const !== undefined) return json(schema.const)
  if (schema.enum !== undefined) return values(schema.enum)
  const alternatives = alternativesOf(schema)
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeOf))].join(" or ")
  return schema.type === "array" ? `list of ${typeOf(schema.items ?? {})}` : escaped(schema.type ?? "any")
}

const typeOf = (schema) => {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split("/").at(-1)
    return `<a href="#schema-${escaped(name)}">${escaped(name)}</a>`
  }
  return [kindOf(schema), ...limitsOf(schema)].join(", ")
}

const defaultOf = (schema) => schema.default === undefined ? "" : `, default ${json(schema.default)}`

const item = (name, required, schema, description) =>
  `<li><b>${code(name)}</b> ${typeOf(schema)}${required ? "" : ", optional"}${defaultOf(schema)}${paragraph(description)}${
    membersOf(schema)
  }</li>`

/** The members of a schema that stands here; one with a name of its own is linked instead. */
const membersOf = ({ items, properties = {}, required = [], ...schema }) =>
  Object.keys(properties).length > 0
    ? `<ul>${
      Object.entries(properties).map(([name, member]) => item(name, required.includes(name), member, member.description)).join("")
    }</ul>`
    : [...alternativesOf(schema), ...(items === undefined ? [] : [items])].map(membersOf).join("")

const bodyOf = ({ content = {} }) =>
  Object.entries(content).map(([type, { schema = {} }]) => `<div>${code(type)} ${typeOf(schema)}</div>${membersOf(schema)}`).join("")

const part = (title, list) => list.length === 0 ? "" : `<h4>${title}</h4><ul>${list.join("")}</ul>`

const answer = ([status, response]) => `<li><b>${code(status)}</b> ${escaped(response.description)}${bodyOf(response)}</li>`

const operationOf = ({ method, operation, path }) => {
  const { description, operationId, parameters = [], requestBody, responses, summary } = operation
  const needs = operation["x-needs"]
  const answers = Object.entries(responses)
  const errors = answers.filter(([status]) => !status.startsWith("2"))
  return [
    `<section id="${escaped(operationId)}"><h3><a href="#${escaped(operationId)}">${escaped(summary)}</a></h3>`,
    `<p><b>${method.toUpperCase()}</b> ${code(path)}${
      needs === undefined || needs === "nothing" ? "" : ` <a href="#roles">role ${code(needs)}</a>`
    }</p>`,
    paragraph(description),
    part("Parameters",
      parameters.map(({ description, name, required, schema, ...parameter }) =>
        item(name, required, schema, `${parameter.in}${description === undefined ? "" : `: ${description}`}`)
      )),
    requestBody === undefined ? "" : `<h4>Body${requestBody.required ? "" : ", may be omitted"}</h4>${bodyOf(requestBody)}`,
    part("Answer", answers.filter((each) => !errors.includes(each)).map(answer)),
    errors.length === 0
      ? ""
      : `<details><summary>Errors: ${errors.map(([status]) => status).join(", ")}</summary><ul>${
        errors.map(answer).join("")
      }</ul></details>`,
    "</section>"
  ].join("\n")
}

const schemaOf = ([name, schema]) =>
  `<section id="schema-${escaped(name)}"><h3><a href="#schema-${escaped(name)}">${escaped(name)}</a></h3>${paragraph(schema.description)}${
    schema.properties === undefined ? `<div>${typeOf(schema)}</div>` : ""
  }${membersOf(schema)}</section>`

/** The content of `/docs`: every operation and schema of an OpenAPI document, as HTML without a script. */
export const referenceOf = ({ components, info, paths, tags }) => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, operation, path }))
  )
  const groups = tags.map(({ name }) => ({ name, own: operations.filter(({ operation }) => operation.tags.includes(name)) }))
  return [
    `<p>${escaped(info.description)} Version ${escaped(info.version)}.</p>`,
    "<nav aria-label=\"Operations\">",
    ...groups.map(({ name, own }) =>
      `<details><summary>${escaped(name)}</summary><ul>${
        own.map(({ method, operation, path }) =>
          `<li><a href="#${escaped(operation.operationId)}"><b>${method.toUpperCase()}</b> ${code(path)}</a></li>`
        ).join("")
      }</ul></details>`
    ),
    "</nav>",
    ...groups.flatMap(({ name, own }) => [`<h2>${escaped(name)}</h2>`, ...own.map(operationOf)]),
    "<h2>Schemas</h2>",
    ...Object.entries(components.schemas).map(schemaOf)
  ].join("\n")
}
