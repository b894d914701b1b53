import { HttpApp, HttpBody, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"

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

/** Sets the headers of every response, including errors and pages. */
export const withHeaders = <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.zipRight(
    HttpApp.appendPreResponseHandler(({ headers }, response) =>
      Effect.succeed(HttpServerResponse.setHeaders(negotiated(response, headers.accept), headersFor(response)))
    ),
    app
  )
