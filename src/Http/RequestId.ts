import { HttpApp, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Context, Effect, Random } from "effect"
import { debugLine } from "../Tracing.ts"
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
