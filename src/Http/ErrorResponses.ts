import { HttpApiError, type HttpApp, HttpServerError, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { SqlError } from "@effect/sql"
import { Cause, Effect, Option } from "effect"
import { type ErrorBody, Internal, invalidRequest, MethodNotAllowed, NotFound, Unavailable } from "../Api/Errors.ts"
import { type UnavailableReason, unavailableReasons } from "../Codes/HealthProblem.ts"
import * as Actor from "../Concurrency/Actor.ts"
import { kindOf, PostgresFailure } from "../Database/Postgres/Failure.ts"
import { NotWritable, unavailableReasonOf } from "../Database/Write.ts"
import { faultOfIssue } from "../Domain/Fault.ts"
import { requestId } from "./Headers.ts"
import { allowedMethods, queryOf, requiredNames } from "./Routes.ts"

export const respond = (error: ErrorBody) => HttpServerResponse.unsafeJson(error, { status: error.status })

/** The path is unknown, or not in its plain form. */
export const unknownPath = respond(NotFound.make({ detail: "expected a path that /docs describes, got an unknown one", errors: [] }))

/** The response to a request that matches no route. */
const notRouted = Effect.map(HttpServerRequest.HttpServerRequest, ({ method, url }) => {
  const allowed = allowedMethods(url)
  return allowed.length === 0 || allowed.includes(method)
    ? unknownPath
    : HttpServerResponse.setHeader(
      respond(MethodNotAllowed.make({ detail: `method: expected ${allowed.join(" or ")}, got ${method}` })),
      "allow",
      allowed.join(", ")
    )
})

const internal = (cause: Cause.Cause<unknown>) =>
  Effect.gen(function*() {
    const id = yield* requestId
    yield* Effect.logError("request failed unexpectedly", cause).pipe(Effect.annotateLogs({ service: "http" }))
    return respond(Internal.make({ detail: `something went wrong here; the log has the reason under ${id}`, id }))
  })

/** Seconds until a client may try again. A full disk takes longer to get space than a lock to end. */
const retryAfter: Readonly<Record<UnavailableReason, number>> = {
  disk_full: 30,
  locked: 5,
  read_only: 30,
  file_moved: 30,
  io_error: 30,
  not_allowed: 30,
  shop_missing: 30,
  no_answer: 1
}

/** After these failures the transaction is rolled back. After any other, a file may have the change. */
const rolledBack = new Set<UnavailableReason>(["disk_full", "locked", "read_only", "file_moved", "not_allowed", "shop_missing"])

/**
 * Whether nothing is stored. On a server, only a COMMIT without a result leaves that open: a transaction whose COMMIT was not sent ends
 * with its connection. A server whose disk fails may have written the commit before.
 */
const isUnchanged = (error: unknown, reason: UnavailableReason): boolean =>
  rolledBack.has(reason) || error instanceof NotWritable ||
  reason !== "io_error" && error instanceof SqlError.SqlError && error.cause instanceof PostgresFailure &&
    error.cause.kind !== "unknownCommit"

/** Why the service cannot handle the request now. A statement that the database refuses is an error of the service instead. */
export const refusalOf = (error: unknown): { readonly detail: string; readonly seconds: number } | undefined => {
  if (Actor.isRefused(error))
    return { detail: "the change waited too long and was not begun: nothing is changed, try again", seconds: 1 }
  const isTransient = error instanceof SqlError.SqlError && kindOf(error) !== "refused"
  const reason = Option.getOrElse(unavailableReasonOf(error), () => isTransient ? "no_answer" as const : undefined)
  if (reason === undefined) return undefined
  const what = isUnchanged(error, reason) ? "nothing is changed," : "check whether the change is stored, then"
  return { detail: `${unavailableReasons[reason]}; ${what} try again`, seconds: retryAfter[reason] }
}

const unavailable = (cause: Cause.Cause<unknown>, { detail, seconds }: { readonly detail: string; readonly seconds: number }) =>
  Effect.as(
    Effect.logWarning("request refused, changes cannot be stored now", cause).pipe(Effect.annotateLogs({ service: "http" })),
    HttpServerResponse.setHeader(respond(Unavailable.make({ detail })), "retry-after", String(seconds))
  )

/**
 * Whether the request is at fault: each fault names a parameter that the request has sent or has to send. HttpApi reports a
 * response that it cannot encode with the same error.
 */
const isOfRequest = (error: HttpApiError.HttpApiDecodeError, url: string): boolean => {
  const sent = new URLSearchParams(queryOf(url))
  return error.issues.every(({ path: [name, ...deeper] }) =>
    deeper.length === 0 && (requiredNames.has(String(name)) || sent.has(String(name)))
  )
}

/**
 * Responds to undecodable requests, unknown paths and defects with a declared error body instead of HttpApi's.
 * HttpApi encodes declared failures itself. `guardUnknown` enforces the need of undeclared paths.
 */
export const asErrors =
  (isPlain: (url: string) => boolean, guardUnknown: (app: HttpApp.Default) => HttpApp.Default) =>
  <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      !isPlain(request.url) ? Effect.succeed(unknownPath) : Effect.catchAllCause(app, (cause) => {
        const error: unknown = Cause.squash(cause)
        if (error instanceof HttpApiError.HttpApiDecodeError) {
          return isOfRequest(error, request.url)
            ? Effect.succeed(respond(invalidRequest(error.issues.map(faultOfIssue))))
            : internal(cause)
        }
        if (error instanceof HttpServerError.RouteNotFound)
          return guardUnknown(notRouted)
        if (Cause.isInterruptedOnly(cause) || Cause.isFailure(cause) && !Cause.isDie(cause))
          return Effect.failCause(cause)
        const refused = refusalOf(error)
        return refused === undefined ? internal(cause) : unavailable(cause, refused)
      }))
