import { HttpApi } from "@effect/platform"
import { Context, Option } from "effect"
import { Api } from "../../src/Api.ts"
import { Needs } from "../../src/Api/Access.ts"
import type { Need } from "../../src/Domain/Person.ts"
import { undeclared } from "../../src/Http/Paths.ts"

/** A method and a path of the service, with its need. */
export interface Place {
  readonly method: string
  readonly path: string
  readonly need: Need
}

const declared: ReadonlyArray<Place> = (() => {
  const places: Array<Place> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { annotations, method, path } }) =>
      void places.push({
        method,
        path: path.replace(":date", "2025-12-08").replace(":id", "4711").replace(":period", "2025-W49").replace(":month", "2025-12"),
        need: Option.getOrThrow(Context.getOption(annotations, Needs))
      })
  })
  return places
})()

/** Every path of the service, and one that does not exist. The event stream is requested with HEAD, because a stream does not end. */
export const places: ReadonlyArray<Place> = [
  ...declared,
  ...Object.entries(undeclared).map(([path, need]) => ({
    method: "GET",
    path: path.replace("*", "icon.svg").replace(":period", "2025-W49"),
    need
  })),
  { method: "GET", path: "/nothing-here", need: "view" as const }
].map((place) => (place.path === "/api/events" ? { ...place, method: "HEAD" } : place))

/** The places that may change something. */
export const changes: ReadonlyArray<Place> = places.filter(({ method }) => method !== "GET" && method !== "HEAD")

/** The places that may not. */
export const reads: ReadonlyArray<Place> = places.filter((place) => !changes.includes(place))
