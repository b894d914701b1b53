import type { Document, Operation } from "./Document.ts"
import { node } from "./Document.ts"
import type { FuzzAnswer, FuzzRequest } from "./Wire.ts"

const pages = /^\/(admin|docs|openapi\.json|static\/.*)?$/

const typeOf = (answer: FuzzAnswer): string => String(answer.headers["content-type"] ?? "").split(";", 1)[0] ?? ""

const json = (answer: FuzzAnswer): unknown => {
  try {
    return JSON.parse(answer.body.toString("utf8"))
  } catch {
    return undefined
  }
}

const mayFail = (answer: FuzzAnswer, operation: Operation | undefined): boolean =>
  answer.status < 500 || (answer.status === 502 || answer.status === 503) && operation?.answer(answer.status) !== undefined

/** The fault of an error's body; undefined if the body is as declared. */
export const problemFault = (document: Document, answer: FuzzAnswer): string | undefined => {
  if (!/^application\/(problem\+)?json$/.test(typeOf(answer))) return `an error of type "${typeOf(answer)}"`
  const body = json(answer)
  if (node(body)["ok"] !== false || node(body)["status"] !== answer.status) return "an error without ok: false or its status"
  return document.problemFault(body)
}

/** The path of a target in its plain form; undefined for any other form, which is never a path of the service. */
const pathOf = (target: string): string | undefined => {
  const [path = ""] = target.split("?", 1)
  const [root, ...segments] = path.split("/")
  const isPlain = root === "" && segments.every((segment) => /^[\w.~-]+$/.test(segment) && segment !== "." && segment !== "..")
  return isPlain || path === "/" ? path : undefined
}

const operationOf = (document: Document, { method, target }: FuzzRequest): Operation | undefined => {
  const path = pathOf(target)
  const declared = method === "HEAD" ? "GET" : method
  return document.operations.find((operation) => path !== undefined && operation.method === declared && operation.matches(path))
}

/** The promise that a response breaks, as one sentence; undefined if it breaks none. */
export const judge = (document: Document, request: FuzzRequest, answer: FuzzAnswer): string | undefined => {
  const operation = operationOf(document, request)
  const where = `${answer.status} ${answer.body.toString("utf8", 0, 300)}`
  if (!mayFail(answer, operation)) return `${where}: a fault of the service`
  if (request.method === "HEAD") return answer.body.length === 0 ? undefined : "an answer to HEAD with a body"
  const declared = operation?.answer(answer.status)
  if (answer.status >= 400) {
    const isHealth = answer.status === 503 && operation?.path === "/api/health"
    const fault = isHealth ? declared?.fault(json(answer)) : problemFault(document, answer)
    if (fault !== undefined) return `${where}: ${fault}`
    // A parameter may be too long for the router.
    if (operation !== undefined && declared === undefined && answer.status !== 404)
      return `${where}: the document does not declare this status`
    return undefined
  }
  if (operation === undefined)
    return pages.test(pathOf(request.target) ?? "")
      ? undefined
      : `${where}: a success at an address that is not declared`
  if (declared === undefined) return `${where}: the document does not declare this status`
  if (typeOf(answer) !== declared.contentType) return `${where}: it declares ${declared.contentType}, got ${typeOf(answer)}`
  const fault = declared.fault(declared.contentType === "application/json" ? json(answer) : answer.body.toString("utf8"))
  return fault === undefined ? undefined : `${where}: ${fault}`
}
