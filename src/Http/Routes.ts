import { HttpApi } from "@effect/platform"
import { Context, Option } from "effect"
import { Api } from "../Api.ts"
import { Needs } from "../Api/Access.ts"
import type { Need } from "../Domain/Access.ts"
import { isPublic, undeclared } from "./Paths.ts"

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

/** Whether the router would accept a path that is not declared: an empty parameter, or a query after ; or #. */
export const isMisread = (url: string): boolean => /[;#]|^\/.*\/\//.test(pathOf(url))

/** The declared path that a URL belongs to, with names in place of its parameters; `other` where it belongs to none. */
export const routeOf = (url: string): string => {
  const path = pathOf(url)
  return methodsByPath.has(path) ? path : patterns.find(({ pattern }) => pattern.test(path))?.path ?? "other"
}

/** The methods by which a URL may be called; none where its path is unknown. */
export const allowedMethods = (url: string): ReadonlyArray<string> => methodsByPath.get(routeOf(url)) ?? []

/** The access that each endpoint needs, by method and path. An endpoint without a declaration fails at start. */
const declaredNeeds: ReadonlyMap<string, Need> = (() => {
  const needs = new Map<string, Need>()
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { annotations, method, name, path } }) => {
      const need = Option.getOrThrowWith(Context.getOption(annotations, Needs), () => new Error(`${name} declares no need`))
      needs.set(`${method} ${path}`, need)
      if (method === "GET") needs.set(`HEAD ${path}`, need)
    }
  })
  return needs
})()

/** The access that a request needs. Pages and undeclared paths need that of a viewer. */
export const needOf = (method: string, url: string): Need => {
  const route = routeOf(url)
  return declaredNeeds.get(`${method} ${route}`) ?? (isPublic(route) ? "nothing" : "view")
}
