import { HttpApp, HttpBody, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, FiberRef, HashMap, Option, Random } from "effect"
import { debugLine } from "../DebugLine.ts"
import { pathOf } from "./Routes.ts"

/** An id that a proxy has set is kept if it has this form. Any other is replaced, so that no client can write into the log. */
const sane = /^[A-Za-z0-9._-]{1,64}$/

const fresh = Effect.map(Random.nextIntBetween(0, 2 ** 48), (number) => number.toString(16).padStart(12, "0"))

/** Identifies a request in its log lines, in the response's `X-Request-Id`, and in the body of a 500. */
const idOf = ({ headers }: HttpServerRequest.HttpServerRequest): Effect.Effect<string> => {
  const given = headers["x-request-id"]
  return given !== undefined && sane.test(given) ? Effect.succeed(given) : fresh
}

const idName = "request_id"

/** The id of the request that this fiber serves. */
export const requestId: Effect.Effect<string> = Effect.map(Effect.logAnnotations,
  (named) => String(Option.getOrElse(HashMap.get(named, idName), () => "none")))

const ofHttp = HashMap.make<[readonly [string, unknown]]>(["service", "http"])

const onEverything = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer"
}

/** The headers of API responses, and of all responses without caching headers of their own. */
export const onApi = { ...onEverything, "cache-control": "no-store" }

const headersFor = (response: HttpServerResponse.HttpServerResponse) => "cache-control" in response.headers ? onEverything : onApi

export const problemJson = "application/problem+json"

export const wantsProblemJson = (accept: string | undefined): boolean => accept?.toLowerCase().includes(problemJson) === true

/** Every error is also available as `application/problem+json`. */
const negotiated = (response: HttpServerResponse.HttpServerResponse, accept: string | undefined) =>
  response.status >= 400 && response.body._tag === "Uint8Array" && wantsProblemJson(accept)
    // The type is set with the body, because the body's own type would replace the header.
    ? HttpServerResponse.setBody(response, HttpBody.uint8Array(response.body.body, problemJson))
    : response

/** Adds a header to the response of the request, even if the response is an error. */
export const withHeader = (name: string, value: string) =>
  HttpApp.appendPreResponseHandler((_request, response) => Effect.succeed(HttpServerResponse.setHeader(response, name, value)))

/** The lines of a request, where debug lines are logged. */
const logged = <E, R>({ method, url }: HttpServerRequest.HttpServerRequest, app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.zipRight(debugLine("request received", { method, path: pathOf(url) }), Effect.tap(app, ({ status }) =>
    debugLine("request answered", { status })))

/**
 * What every request passes: it gets an id, and its response the headers that all have, errors and pages, too. `admit` may replace the
 * response before.
 */
export const withHeaders = (admit: HttpApp.PreResponseHandler) => <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.flatMap(idOf(request), (id) =>
      Effect.zipRight(
        FiberRef.set(FiberRef.currentLogAnnotations, HashMap.set(ofHttp, idName, id)),
        Effect.zipRight(
          HttpApp.appendPreResponseHandler((_, made) =>
            Effect.map(admit(request, made), (response) =>
              HttpServerResponse.setHeaders(negotiated(response, request.headers.accept), { ...headersFor(response), "x-request-id": id }))
          ),
          logged(request, app)
        )
      )))
