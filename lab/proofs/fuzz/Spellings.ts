import { FastCheck as fc } from "effect"
import type { Document, Operation } from "./Document.ts"
import { declaredRequests } from "./Values.ts"
import type { FuzzRequest } from "./Wire.ts"

/** Replaces the character of a path at an index. */
export const replacedAt = (path: string, index: number, text: (char: string) => string): string =>
  `${path.slice(0, index)}${text(path.charAt(index))}${path.slice(index + 1)}`

const hex = (char: string) => char.charCodeAt(0).toString(16)

/** Ways to write a path differently. A router or a proxy might read each of them as the original path. */
export const disguises: ReadonlyArray<(path: string, index: number) => string> = [
  (path, index) => replacedAt(path, index, (char) => `%${hex(char)}`),
  (path, index) => replacedAt(path, index, (char) => `%${hex(char).toUpperCase()}`),
  (path, index) => replacedAt(path, index, (char) => `%25${hex(char)}`),
  (path) => path.replace(/[^/]/g, (char) => `%${hex(char)}`),
  (path) => `/${path.slice(1).replaceAll("/", "%2F")}%2f`,
  (path) => `http://x${path}`,
  (path) => `HTTP://shop.example:80${path}`,
  (path) => `//x${path}`,
  (path) => `/${path}`,
  (path) => path.replace(/\/(?=[^/]*$)/, "//"),
  (path) => path.replace(/\/(?=[^/]*$)/, "/./"),
  (path) => path.replace(/\/(?=[^/]*$)/, "/x/../"),
  (path) => path.replace(/\/(?=[^/]*$)/, "/%2e/"),
  (path) => path.replace(/\/(?=[^/]*$)/, "\\"),
  (path) => path === "/" ? "//" : `${path}/`,
  (path) => `${path}/.`,
  (path) => `${path};`,
  (path) => `${path};x=1`,
  (path) => `${path}#`,
  (path) => `${path}#x`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}%`,
  (path) => `${path}%3Fx`
]

/** Requests that are valid by the document, with their path written differently. */
export const spelledRequests = (document: Document, operation: Operation, today: string): fc.Arbitrary<FuzzRequest> =>
  fc.tuple(declaredRequests(document, operation, today), fc.constantFrom(...disguises), fc.nat()).map(([request, disguise, at]) => {
    const [path = "", ...query] = request.target.split("?")
    return { ...request, target: [disguise(path, 1 + at % (path.length - 1)), ...query].join("?") }
  })
