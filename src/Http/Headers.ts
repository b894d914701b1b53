import { HttpApp, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"

const onEverything = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer"
}

const onApi = { ...onEverything, "cache-control": "no-store" }

// The reference page brings its script within the page; nothing that a person typed is ever on it.
const onDocumentation = {
  ...onEverything,
  "content-security-policy": "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

const headersFor = (url: string) =>
  url.startsWith("/api/") ? onApi : /^\/docs\/?(\?|$)/.test(url) ? onDocumentation : onEverything

/** Every error is also `application/problem+json` to who asks for it. */
const negotiated = (response: HttpServerResponse.HttpServerResponse, accept: string | undefined) =>
  response.status >= 400 && /application\/problem\+json/i.test(accept ?? "")
    ? HttpServerResponse.setHeader(response, "content-type", "application/problem+json")
    : response

/** What every answer carries, errors and pages included. */
export const withHeaders = <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.zipRight(
    HttpApp.appendPreResponseHandler(({ headers, url }, response) =>
      Effect.succeed(HttpServerResponse.setHeaders(negotiated(response, headers.accept), headersFor(url)))
    ),
    app
  )
