import { HttpApiError, type HttpApp, HttpServerError, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { SqlError } from "@effect/sql"
import { Cause, Effect } from "effect"
import { type ErrorBody, Internal, invalidRequest, MethodNotAllowed, NotFound, Unavailable } from "../Api/Errors.ts"
import { kindOf } from "../Database/Postgres/Failure.ts"
import { faultOfIssue } from "../Domain/Expectation.ts"
import { RequestId } from "./RequestId.ts"
import { allowedMethods, isMisread, queryOf } from "./Routes.ts"

/** The answer of an error. */
export const respond = (error: ErrorBody) => HttpServerResponse.unsafeJson(error, { status: error.status })

const notRouted = (method: string, url: string) => {
  const allowed = allowedMethods(url)
  return allowed.length === 0 || allowed.includes(method)
    ? respond(NotFound.make({ detail: "expected a path that /docs describes, got an unknown one", errors: [] }))
    : HttpServerResponse.setHeader(
      respond(MethodNotAllowed.make({ detail: `method: expected ${allowed.join(" or ")}, got ${method}` })),
      "allow",
      allowed.join(", ")
    )
}

const internal = (cause: Cause.Cause<unknown>) =>
  Effect.gen(function*() {
    const id = yield* RequestId
    yield* Effect.logError("request failed unexpectedly", cause).pipe(Effect.annotateLogs({ service: "http" }))
    return respond(Internal.make({ detail: `something went wrong here; the log has the reason under ${id}`, id }))
  })

/** A server that does not answer comes back; a statement that it refuses is a fault of the service. */
const isUnavailable = (error: unknown): boolean => error instanceof SqlError.SqlError && kindOf(error) !== "refused"

const unavailable = (cause: Cause.Cause<unknown>) =>
  Effect.as(
    Effect.logWarning("request refused, the database is not available", cause).pipe(Effect.annotateLogs({ service: "http" })),
    HttpServerResponse.setHeader(
      respond(Unavailable.make({ detail: "the database is not available: look whether the change is stored, then try again" })),
      "retry-after",
      "1"
    )
  )

/** Declared path parameters and headers. */
const named = ["id", "date", "idempotency-key"]

/**
 * Whether the request is at fault. HttpApi reports an answer that cannot be encoded in the same way. Parameters of a query
 * are optional, so only one that was sent can be at fault, or else a parameter of the path or a header.
 */

const isOfRequest = (error: HttpApiError.HttpApiDecodeError, url: string): boolean => {
  const sent = new URLSearchParams(queryOf(url))
  return error.issues.every(({ path: [name, ...deeper] }) =>
    deeper.length === 0 && (named.includes(String(name)) || sent.has(String(name)))
  )
}

/**
 * Answers undecodable requests, unknown routes and defects with a declared error body, in place of HttpApi's own.
 * Declared failures pass: HttpApi encodes them.
 */
export const asErrors = <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    isMisread(request.url) ? Effect.succeed(notRouted(request.method, request.url)) : Effect.catchAllCause(app, (cause) => {
      const error: unknown = Cause.squash(cause)
      if (error instanceof HttpApiError.HttpApiDecodeError) {
        return isOfRequest(error, request.url)
          ? Effect.succeed(respond(invalidRequest(error.issues.map(faultOfIssue))))
          : internal(cause)
      }
      if (error instanceof HttpServerError.RouteNotFound)
        return Effect.succeed(notRouted(request.method, request.url))
      if (Cause.isInterruptedOnly(cause) || Cause.isFailure(cause) && !Cause.isDie(cause))
        return Effect.failCause(cause)
      return isUnavailable(error) ? unavailable(cause) : internal(cause)
    }))
