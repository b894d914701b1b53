import { HttpApi } from "@effect/platform"
import { Api } from "../Api.ts"
import { undeclared } from "./Paths.ts"

/** The methods by which each path may be called, HEAD with every GET. */
const methodsByPath: ReadonlyMap<string, ReadonlyArray<string>> = (() => {
  const methods = new Map<string, ReadonlyArray<string>>(undeclared.map((path) => [path, ["GET", "HEAD"]]))
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { method, path } }) =>
      void methods.set(path, [...methods.get(path) ?? [], ...(method === "GET" ? ["GET", "HEAD"] : [method])])
  })
  return methods
})()

const patterns = Array.from(methodsByPath.keys(), (path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll("*", ".*").replace(/:[^/]+/g, "[^/]+")}/?$`)
}))

/** How the router reads a path, like the patterns above: case-sensitive, with or without a slash at its end. */
export const readingOfPaths = { caseSensitive: true, ignoreDuplicateSlashes: false, ignoreTrailingSlash: true }

/** A URL without its query. */
export const pathOf = (url: string): string => {
  const mark = url.indexOf("?")
  return mark === -1 ? url : url.slice(0, mark)
}

/** What follows the first question mark of a URL. */
export const queryOf = (url: string): string => url.slice(pathOf(url).length + 1)

/** Whether the router would read more into a path than was declared: a parameter that is empty, a query behind ; or #. */
export const isMisread = (url: string): boolean => /[;#]|^\/.*\/\//.test(pathOf(url))

/** The declared path that a URL belongs to, with names in place of its parameters; `other` where it belongs to none. */
export const routeOf = (url: string): string => {
  const path = pathOf(url)
  return methodsByPath.has(path) ? path : patterns.find(({ pattern }) => pattern.test(path))?.path ?? "other"
}

/** The methods by which a URL may be called; none where its path is unknown. */
export const allowedMethods = (url: string): ReadonlyArray<string> => methodsByPath.get(routeOf(url)) ?? []
