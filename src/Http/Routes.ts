import type { HttpApiGroup } from "@effect/platform"
import { Context, Option, Record, Schema, SchemaAST as AST } from "effect"
import { Api } from "../Api.ts"
import { Admitted, Identified, Needs, ServedReady } from "../Api/Access.ts"
import type { Need } from "../Domain/Person.ts"
import { undeclared } from "./Paths.ts"

/** A route of the router: its method and pattern, as declared. */
interface Route {
  readonly method: string
  readonly path: string
}

interface Declared extends Route {
  readonly need: Need
}

/** The middleware that refuses requests that have not passed the gate. */
const checks: ReadonlyArray<string> = [Admitted.key, Identified.key]

/** The endpoints of an API with the middleware of each. `HttpApi.reflect` also collects each endpoint's errors, which costs a start 7 ms. */
const endpointsOf = (api: { readonly groups: Readonly<Record<string, HttpApiGroup.HttpApiGroup.Any>> }) =>
  Object.values(api.groups as Readonly<Record<string, HttpApiGroup.HttpApiGroup.AnyWithProps>>).flatMap(({ endpoints, middlewares }) =>
    Object.values(endpoints).map((endpoint) => ({ endpoint, middleware: [...middlewares, ...endpoint.middlewares] }))
  )

/** The routes of an API with their needs. Throws at start if an endpoint has no need or no check. */
export const routesOf = (api: Parameters<typeof endpointsOf>[0]): ReadonlyArray<Declared> =>
  endpointsOf(api).map(({ endpoint: { annotations, method, name, path }, middleware }) => {
    const need = Option.getOrThrowWith(Context.getOption(annotations, Needs), () => new Error(`${name} declares no need`))
    if (!middleware.some(({ key }) => checks.includes(key))) throw new Error(`${name} does not check that the gate was passed`)
    return { method, path, need }
  })

const routes: ReadonlyArray<Declared> = [
  ...Object.entries(undeclared).map(([path, need]) => ({ method: "GET", path, need })),
  ...routesOf(Api)
]

const keyOf = ({ method, path }: Route): string => `${method} ${path}`

const needsOfRoutes: ReadonlyMap<string, Need> = new Map(routes.map((route) => [keyOf(route), route.need]))

/** The need of a route of the router. Throws at start if the route is not declared. */
export const needOf = (route: Route): Need => {
  const need = needsOfRoutes.get(keyOf(route))
  if (need === undefined) throw new Error(`${keyOf(route)} declares no need`)
  return need
}

/** An endpoint that the listener serves by itself. */
interface ReadyEndpoint {
  readonly name: string
  readonly path: string
  readonly need: Need
  /** The parameters of a query, as declared; none if they are not allowed. */
  readonly parameters: (query: Readonly<Record<string, string>>) => Option.Option<unknown>
}

/** An endpoint without a schema for its query takes none. */
const parametersOf = (schema: Option.Option<Schema.Schema.All>): ReadyEndpoint["parameters"] =>
  Option.match(schema, {
    onNone: () => Option.liftPredicate(Record.isEmptyReadonlyRecord),
    onSome: (schema) => Schema.decodeUnknownOption(schema as Schema.Schema<unknown>, { onExcessProperty: "error" })
  })

export const readyEndpoints: ReadonlyArray<ReadyEndpoint> = endpointsOf(Api).flatMap(({ endpoint }) =>
  Option.isNone(Context.getOption(endpoint.annotations, ServedReady)) ? [] : [{
    name: endpoint.name,
    path: endpoint.path,
    need: needOf(endpoint),
    parameters: parametersOf(endpoint.urlParamsSchema)
  }]
)

/** The open streams. Throws at start if the endpoint is not declared. */
export const eventsEndpoint = Option.getOrThrow(Option.fromNullable(readyEndpoints.find(({ name }) => name === "events")))

/** The need of an undeclared path: a private service does not show unknown clients which paths exist. */
export const needOfUnknown: Need = "view"

/** The methods of each path. A path with GET also has HEAD. */
const methodsByPath: ReadonlyMap<string, ReadonlyArray<string>> = routes.reduce(
  (methods, { method, path }) => methods.set(path, [...methods.get(path) ?? [], ...(method === "GET" ? ["GET", "HEAD"] : [method])]),
  new Map<string, ReadonlyArray<string>>()
)

/** The names of all parameters in paths, of all headers that endpoints read, and of the required parameters in queries. */
export const requiredNames: ReadonlySet<string> = (() => {
  const names = new Set(routes.flatMap(({ path }) => Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => name)))
  for (const { endpoint: { headersSchema, urlParamsSchema } } of endpointsOf(Api)) {
    if (Option.isSome(headersSchema)) AST.getPropertySignatures(headersSchema.value.ast).forEach(({ name }) => names.add(String(name)))
    if (Option.isSome(urlParamsSchema)) {
      for (const { isOptional, name } of AST.getPropertySignatures(AST.encodedAST(urlParamsSchema.value.ast)))
        if (!isOptional) names.add(String(name))
    }
  }
  return names
})()

const patterns = Array.from(methodsByPath.keys(), (path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll("*", ".+").replace(/:\w+/g, "[^/]+")}$`)
}))

/** The router compares paths exactly, which is enough because every path has one spelling. */
export const readingOfPaths = { caseSensitive: true, ignoreDuplicateSlashes: false, ignoreTrailingSlash: false }

export const pathOf = (url: string): string => {
  const mark = url.indexOf("?")
  return mark === -1 ? url : url.slice(0, mark)
}

/** Whether requests with a method change nothing. */
export const readsOnly = (method: string | undefined): boolean => method === "GET" || method === "HEAD" || method === "OPTIONS"

/** The part of a URL after its first question mark. */
export const queryOf = (url: string): string => url.slice(pathOf(url).length + 1)

/** Segments of letters, digits and `-._~`. No path of the service needs an escape. */
const segments = /^\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?$/
const dotSegment = /\/\.{1,2}(?:\/|$)/

/**
 * Whether the path of a request is written in its plain form. Any other form is an unknown path: an escape, an absolute address, a
 * double or trailing slash, a dot segment, parameters after a semicolon, a fragment.
 */
export const isPlain = (url: string): boolean => {
  const path = pathOf(url)
  return segments.test(path) && !dotSegment.test(path)
}

/** The declared path of a URL, with the names of its parameters instead of their values; `other` for an undeclared path. */
export const routeOf = (url: string): string => {
  const path = pathOf(url)
  if (methodsByPath.has(path)) return path
  return isPlain(path) ? patterns.find(({ pattern }) => pattern.test(path))?.path ?? "other" : "other"
}

/** The methods that a URL allows; none if its path is unknown. */
export const allowedMethods = (url: string): ReadonlyArray<string> => methodsByPath.get(routeOf(url)) ?? []
