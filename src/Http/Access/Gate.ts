import { type HttpApp, HttpRouter, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Context, Duration, Effect, Layer, Option, Ref } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import { Admitted, CurrentPerson, Identified } from "../../Api/Access.ts"
import { AdminDisabled, CrossSite, Forbidden, type TooManyAttempts, Unauthorized } from "../../Api/Errors.ts"
import { monotonicMillis } from "../../Concurrency/Deadline.ts"
import { Config } from "../../Config.ts"
import { Environment } from "../../Config/Environment.ts"
import { type Admission, admission, type Need, type Person, type Role, roleFor } from "../../Domain/Person.ts"
import type { RightLost } from "../../Domain/Refusal.ts"
import { People } from "../../People.ts"
import { Credential, isGuess } from "../../People/Credential.ts"
import { Rights } from "../../People/Rights.ts"
import { respond } from "../ErrorResponses.ts"
import { withHeader } from "../Headers.ts"
import { isPrivatePage, signIn } from "../Paths.ts"
import { needOf, pathOf, readsOnly } from "../Routes.ts"
import { Attempts } from "./Attempts.ts"
import { dropSession, isSameOrigin, keepSession, otherOrigin, sessionCookie } from "./Browser.ts"

/** Whether a person, or a client without a credential (undefined), may do something with this need, by the current settings. */
type AccessDecision = (need: Need, person: Person | undefined) => Admission

/** The only place that decides about access: for routes, the fast path, open streams and parts of a response. */
export const decision: Effect.Effect<AccessDecision, never, Config> = Effect.map(
  Config,
  (config) => (need, person) => admission(need, config.snapshot(), person)
)

type Headers = Readonly<Record<string, string | undefined>>

/** The credential of a request: a token in a header, otherwise a cookie. Node decodes header bytes as Latin-1. */
const credentialOf = (headers: Headers, cookieId: string | undefined): Credential | undefined => {
  const token = headers["x-admin-token"]
  if (token !== undefined && token !== "") return Credential.Token({ value: Buffer.from(token, "latin1").toString("utf8") })
  const cookie = sessionCookie(headers["cookie"], cookieId)
  return cookie === undefined ? undefined : Credential.Cookie({ value: cookie })
}

/** The same for the headers of Node's own request. */
export const credentialIn = (
  { cookie, "x-admin-token": token }: IncomingHttpHeaders,
  cookieId: string | undefined
): Credential | undefined => credentialOf({ cookie, "x-admin-token": typeof token === "string" ? token : undefined }, cookieId)

/** A missing and a wrong credential get the same error. */
export const unauthorized = Effect.zipRight(
  withHeader("www-authenticate", "AdminToken realm=\"admin\""),
  Effect.fail(Unauthorized.make({ detail: "X-Admin-Token: expected a valid token, or the cookie of a session, got none or a wrong one" }))
)

const adminDisabled = Effect.fail(AdminDisabled.make({ detail: "ADMIN_TOKEN: expected in the service's environment, got nothing" }))

const forbidden = (need: Need, role: Role) => {
  const needed = roleFor(need) ?? "view"
  return Effect.fail(Forbidden.make({ detail: `role: expected ${needed}, got ${role}`, role: needed }))
}

/** The refusal of a request that passed the gate but lost its right before the change was stored. */
export const lostRight = ({ needed, role }: RightLost): Effect.Effect<never, typeof Unauthorized.Type | typeof Forbidden.Type> =>
  role === null ? unauthorized : forbidden(needed, role)

/** Refuses a requester who has lost the right since the gate: for what is not stored in a transaction that checks it. */
export const stillAllowed = Effect.map(Rights,
  ({ stillMay }) => Effect.flatMap(CurrentPerson, (requester) => Effect.catchTag(stillMay(requester), "RightLost", lostRight)))

/** A stranger's page can make any number of such requests. */
const crossSiteLoggedEvery = Duration.toMillis("1 minute")

/** Refuses requests from pages of other sites, and logs one a minute. */
const makeCrossSite = Effect.map(Ref.make<number | undefined>(undefined), (loggedAt) =>
  Effect.gen(function*() {
    const detail = otherOrigin((yield* HttpServerRequest.HttpServerRequest).headers)
    const now = yield* monotonicMillis
    const before = yield* Ref.get(loggedAt)
    if (before === undefined || now - before >= crossSiteLoggedEvery) {
      yield* Ref.set(loggedAt, now)
      yield* Effect.annotateLogs(Effect.logWarning(`a change was refused: ${detail}`), { service: "http" })
    }
    return yield* Effect.fail(CrossSite.make({ detail }))
  }))

const isAdministrative = (need: Need): boolean => need === "entry" || need === "manager" || need === "admin"

/** The address of a path as seen from a page: a proxy may serve both below a path of its own. */
const relative = (page: string, path: string): string => "../".repeat(pathOf(page).split("/").length - 2) + path.slice(1)

/** The refusal of a client without a valid credential: a page redirects to the sign-in, everything else is an error. */
const stranger = (request: HttpServerRequest.HttpServerRequest, problem: typeof Unauthorized.Type) =>
  readsOnly(request.method) && isPrivatePage(pathOf(request.url))
    ? HttpServerResponse.redirect(`${relative(request.url, signIn)}?${new URLSearchParams({ next: request.url })}`, { status: 303 })
    : respond(problem)

/**
 * The need for which the gate let a request pass, and the person; undefined if the need asks for no credential. Only the gate sets
 * it.
 */
class PassedGate extends Context.Reference<PassedGate>()("PassedGate", {
  defaultValue: (): { readonly need: Need; readonly person: Person | undefined } | undefined => undefined
}) {}

/** Enforces the need of a route. It runs after the router has matched the route and before the handler. */
export class Gate extends Context.Tag("Gate")<Gate, {
  readonly guard: <E, R>(need: Need, app: HttpApp.Default<E, R>) => HttpApp.Default<E, R>
  /** The refusal of a page of another site. */
  readonly crossSite: Effect.Effect<never, typeof CrossSite.Type, HttpServerRequest.HttpServerRequest>
  /** The person of a request that needs no credential. An ended cookie counts as none; a wrong token fails. */
  readonly visitor: Effect.Effect<
    Person | undefined,
    typeof TooManyAttempts.Type | typeof Unauthorized.Type,
    HttpServerRequest.HttpServerRequest
  >
}>() {}

export const layer = Layer.effect(
  Gate,
  Effect.gen(function*() {
    const people = yield* People
    const attempts = yield* Attempts
    const decide = yield* decision
    const crossSite = yield* makeCrossSite
    const isAdminOpen = Option.isSome((yield* Environment).adminToken)
    if (!isAdminOpen) yield* Effect.logWarning("ADMIN_TOKEN is not set, so nobody can sign in until the shop is set up")

    /** The holder of a credential; undefined for a wrong one. */
    const recognized = (credential: Credential) =>
      Effect.gen(function*() {
        const known = people.known(credential)()
        if (known !== undefined) return known
        const found = yield* people.recognize(credential)
        if (found._tag === "Known") {
          if (found.prolonged) yield* keepSession(credential.value, found.secure, people.cookieId())
          return found.person
        }
        if (credential._tag === "Cookie") yield* dropSession(people.cookieId())
        if (found._tag === "Unknown" && isGuess(credential)) yield* attempts.wrong("token", credential.value)
        return undefined
      })

    /** The person who makes a request; fails without a credential, and for a wrong one. */
    const identified = (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function*() {
        const credential = credentialOf(request.headers, people.cookieId())
        if (credential === undefined) return yield* unauthorized
        if (isGuess(credential)) yield* attempts.allowed
        if (credential._tag === "Cookie" && !readsOnly(request.method) && isSameOrigin(request.headers) !== true) return yield* crossSite
        return (yield* recognized(credential)) ?? (yield* unauthorized)
      })

    const visitor = Effect.gen(function*() {
      const credential = credentialOf((yield* HttpServerRequest.HttpServerRequest).headers, people.cookieId())
      if (credential === undefined) return undefined
      if (isGuess(credential)) yield* attempts.allowed
      const person = yield* recognized(credential)
      return person === undefined && credential._tag === "Token" ? yield* unauthorized : person
    })

    const enter = (need: Need, request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function*() {
        if (decide(need, undefined) === "pass") return undefined
        if (isAdministrative(need) && !isAdminOpen) return yield* adminDisabled
        const person = yield* identified(request)
        return decide(need, person) === "pass" ? person : yield* forbidden(need, person.role)
      })

    return {
      crossSite,
      guard: (need, app) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          Effect.matchEffect(enter(need, request), {
            onFailure: (problem) => Effect.succeed(problem.error === "unauthorized" ? stranger(request, problem) : respond(problem)),
            onSuccess: (person) => Effect.provideService(app, PassedGate, { need, person })
          })),
      visitor
    }
  })
)

/** The person of a request that has passed the gate for the matched route. A request that has not passed it is refused. */
const passed = Effect.gen(function*() {
  const found = yield* PassedGate
  const { route } = yield* HttpRouter.RouteContext
  if (found?.need !== needOf(route)) return yield* Effect.dieMessage(`${route.method} ${route.path} was reached without passing the gate`)
  return found
})

export const admitted = Layer.succeed(Admitted, Effect.asVoid(passed))

const person = Effect.flatMap(passed, ({ need, person }) =>
  person === undefined
    ? Effect.dieMessage("a request that needs a person has passed without one")
    : Effect.succeed({ ...person, needs: need }))

export const identified = Layer.succeed(Identified, { adminToken: () => person, session: () => person })

/** Protects a path outside of the API in the same way as an endpoint. */
export const afterGate = <A, E, R>(handler: Effect.Effect<A, E, R>) => Effect.zipRight(passed, handler)
