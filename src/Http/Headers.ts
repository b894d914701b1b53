import { HttpApp, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"

const onEverything = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer"
}

// A path can be written in several ways: whatever does not say how long it may be kept is not kept.
const notKept = { ...onEverything, "cache-control": "no-store" }

const headersFor = (response: HttpServerResponse.HttpServerResponse) =>
  "cache-control" in response.headers ? onEverything : notKept

/** Every error is also `application/problem+json` to who asks for it. */
const negotiated = (response: HttpServerResponse.HttpServerResponse, accept: string | undefined) =>
  response.status >= 400 && /application\/problem\+json/i.test(accept ?? "")
    ? HttpServerResponse.setHeader(response, "content-type", "application/problem+json")
    : response

/** What every answer carries, errors and pages included. */
export const withHeaders = <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.zipRight(
    HttpApp.appendPreResponseHandler(({ headers }, response) =>
      Effect.succeed(HttpServerResponse.setHeaders(negotiated(response, headers.accept), headersFor(response)))
    ),
    app
  )
