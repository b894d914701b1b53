import { HttpApp, HttpBody, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Context, Effect, Random } from "effect"
import { debugLine } from "../DebugLine.ts"
import { pathOf } from "./Routes.ts"

/** Identifies a request in its log lines, in the response's `X-Request-Id`, and in the body of a 500. */
export class RequestId extends Context.Reference<RequestId>()("RequestId", { defaultValue: () => "none" }) {}

/** An id that a proxy has set is kept if it has this form. Any other is replaced, so that no client can write into the log. */
const sane = /^[A-Za-z0-9._-]{1,64}$/

const fresh = Effect.map(Random.nextIntBetween(0, 2 ** 48), (number) => number.toString(16).padStart(12, "0"))

export const withRequestId = <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.gen(function*() {
    const { headers, method, url } = yield* HttpServerRequest.HttpServerRequest
    const given = headers["x-request-id"]
    const id = given !== undefined && sane.test(given) ? given : yield* fresh
    yield* Effect.annotateCurrentSpan("request_id", id)
    yield* HttpApp.appendPreResponseHandler((_request, response) =>
      Effect.succeed(HttpServerResponse.setHeader(response, "x-request-id", id))
    )
    const responded = Effect.tap(app, ({ status }) => debugLine("request answered", { status }))
    const received = debugLine("request received", { method, path: pathOf(url) })
    return yield* Effect.zipRight(received, responded).pipe(
      Effect.provideService(RequestId, id),
      Effect.annotateLogs({ request_id: id, service: "http" })
    )
  })

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
