import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"

/** A JSON Schema, or any other part of the document. */
export type Node = Readonly<Record<string, unknown>>

export const node = (value: unknown): Node => (typeof value === "object" && value !== null ? value as Node : {})

export interface Parameter {
  readonly name: string
  readonly in: "query" | "path"
  readonly required: boolean
  readonly schema: Node
}

export interface Operation {
  readonly method: string
  /** The path, with `{name}` for each parameter. */
  readonly path: string
  readonly matches: (path: string) => boolean
  readonly admin: boolean
  readonly parameters: ReadonlyArray<Parameter>
  readonly body: { readonly contentType: string; readonly schema: Node; readonly isValid: (body: unknown) => boolean } | undefined
  /** The declared response for a status; undefined if none is declared. */
  readonly answer: (status: number) => { readonly contentType: string; readonly fault: (body: unknown) => string | undefined } | undefined
}

export interface Document {
  readonly operations: ReadonlyArray<Operation>
  readonly schema: (name: string) => Node
  /** Checks that a body is one of the declared errors, by its code. Returns a sentence if it is not. */
  readonly problemFault: (body: unknown) => string | undefined
}

const undeclared = new Set([
  "not_found",
  "method_not_allowed",
  "request_timeout",
  "headers_too_large",
  "misdirected_request",
  "unavailable"
])

const dateFormat = /^\d{4}-\d{2}-\d{2}$/

const pointer = (...keys: ReadonlyArray<string>) =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")

/** Reads the service's OpenAPI document into operations and validators of their responses. */
export const readDocument = (document: Node): Document => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 3, formats: { date: dateFormat } })
  ajv.addSchema({ ...document, $id: "document" })
  const compiled = new Map<string, ValidateFunction>()
  const validator = (at: string): ValidateFunction => {
    const known = compiled.get(at) ?? ajv.compile({ $ref: `document#${at}` })
    compiled.set(at, known)
    return known
  }
  const faultOf = (at: string) => (body: unknown) => {
    const validate = validator(at)
    return validate(body) ? undefined : ajv.errorsText(validate.errors)
  }

  const components = node(node(document["components"])["schemas"])
  const operations = Object.entries(node(document["paths"])).flatMap(([path, item]) =>
    Object.entries(node(item)).map(([method, value]): Operation => {
      const operation = node(value)
      const pattern = new RegExp(`^${path.replace(/\{[^{}]+\}/g, "[^/]+")}$`)
      const [body] = Object.entries(node(node(operation["requestBody"])["content"]))
      return {
        method: method.toUpperCase(),
        path,
        matches: (found) => pattern.test(found),
        admin: !["nothing", "view"].includes(String(operation["x-needs"])),
        parameters: (operation["parameters"] ?? []) as ReadonlyArray<Parameter>,
        body: body === undefined ? undefined : {
          contentType: body[0],
          schema: node(node(body[1])["schema"]),
          isValid: (found) => faultOf(pointer("paths", path, method, "requestBody", "content", body[0], "schema"))(found) === undefined
        },
        answer: (status) => {
          const [content] = Object.entries(node(node(node(operation["responses"])[String(status)])["content"]))
          return content === undefined ? undefined : {
            contentType: content[0],
            fault: faultOf(pointer("paths", path, method, "responses", String(status), "content", content[0], "schema"))
          }
        }
      }
    })
  )

  return {
    operations,
    schema: (name) => node(components[name]),
    problemFault: (body) => {
      const code = node(body)["error"]
      if (typeof code !== "string") return "there is no code in `error`"
      // Errors that no operation declares: for an unknown path, and for an invalid request.
      if (undeclared.has(code)) {
        return ["status", "title", "detail"].every((key) => key in node(body)) ? undefined : "it lacks status, title or detail"
      }
      // What is changed meanwhile may be a day or the settings.
      const shapes = Object.keys(components).filter((name) => name === code || name.endsWith(`_${code}`))
      const faults = shapes.map((name) => faultOf(pointer("components", "schemas", name))(body))
      return shapes.length === 0 ? `"${code}" is not a declared code` : faults.includes(undefined) ? undefined : faults.join("; ")
    }
  }
}
