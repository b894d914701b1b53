import { type HttpApp, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Context, Effect, Layer, Option } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import { Identified } from "../../Api/Access.ts"
import { AdminDisabled, CrossSite, Forbidden, Unauthorized } from "../../Api/Errors.ts"
import { Config } from "../../Config.ts"
import { Environment } from "../../Config/Environment.ts"
import type { ShopConfig } from "../../Config/ShopConfig.ts"
import { decide, isFree, type Need } from "../../Domain/Access.ts"
import type { Person } from "../../Domain/Person.ts"
import type { Role } from "../../Domain/Role.ts"
import { People } from "../../People.ts"
import { Credential } from "../../People/Credential.ts"
import { respond } from "../ErrorResponses.ts"
import { withHeader } from "../Headers.ts"
import { readsOnly } from "../Methods.ts"
import { hasSignIn, health, isPrivatePage, prometheus, signIn } from "../Paths.ts"
import { needOf, pathOf, routeOf } from "../Routes.ts"
import { Attempts } from "./Attempts.ts"
import { dropSession, keepSession, sessionCookie } from "./Cookie.ts"
import { isSameOrigin } from "./Origin.ts"

type Headers = Readonly<Record<string, string | undefined>>

/** The credential of a request: a token in a header, else a cookie. Node decodes header bytes as Latin-1. */
export const credentialOf = (headers: Headers): Credential | undefined => {
  const token = headers["x-admin-token"]
  if (token !== undefined && token !== "") return Credential.Token({ value: Buffer.from(token, "latin1").toString("utf8") })
  const cookie = sessionCookie(headers["cookie"])
  return cookie === undefined ? undefined : Credential.Cookie({ value: cookie })
}

/** The same for headers as Node has them. */
export const credentialIn = ({ cookie, "x-admin-token": token }: IncomingHttpHeaders): Credential | undefined =>
  credentialOf({ cookie, "x-admin-token": typeof token === "string" ? token : undefined })

/** The same error for a missing and for a wrong credential. */
export const unauthorized = Effect.zipRight(
  withHeader("www-authenticate", "AdminToken realm=\"admin\""),
  Effect.fail(Unauthorized.make({ detail: "X-Admin-Token: expected a valid token, or the cookie of a session, got none or a wrong one" }))
)

const adminDisabled = Effect.fail(AdminDisabled.make({ detail: "ADMIN_TOKEN: expected in the service's environment, got nothing" }))

const forbidden = (needed: Role, { role }: Person) =>
  Effect.fail(Forbidden.make({ detail: `role: expected ${needed}, got ${role}`, role: needed }))

/** Refuses requests from pages of other sites. */
export const crossSite = Effect.fail(CrossSite.make({
  detail: "origin: expected a page of this service to send this with its cookie, got another or none"
}))

const isAdministrative = (need: Need): boolean => need === "entry" || need === "manager" || need === "admin"

/** The refusal of who is not known: a page leads to the sign-in, everything else is an error. */
const stranger = (request: HttpServerRequest.HttpServerRequest, problem: typeof Unauthorized.Type) =>
  hasSignIn && readsOnly(request.method) && isPrivatePage(pathOf(request.url))
    ? HttpServerResponse.redirect(`${signIn}?${new URLSearchParams({ next: request.url })}`, { status: 303 })
    : respond(problem)

/** The person of the request, as found by the gate. */
export class Visitor extends Context.Reference<Visitor>()("Visitor", { defaultValue: (): Person | undefined => undefined }) {}

/** Decides on every request by the declared needs, before anything but its request line and headers is read. */
export class Gate extends Context.Tag("Gate")<Gate, {
  readonly guard: <E, R>(app: HttpApp.Default<E, R>) => HttpApp.Default<E, R>
}>() {}

export const layer = Layer.effect(
  Gate,
  Effect.gen(function*() {
    const people = yield* People
    const attempts = yield* Attempts
    const config = yield* Config
    const isAdminOpen = Option.isSome((yield* Environment).adminToken)
    if (!isAdminOpen) yield* Effect.logWarning("ADMIN_TOKEN is not set: the admin endpoints are closed")

    /** The person with a credential; fails for a wrong one. */
    const identify = (credential: Credential) =>
      Effect.gen(function*() {
        const known = yield* Effect.async<Person | undefined>((resume) =>
          people.known(credential)((person) => resume(Effect.succeed(person)))
        )
        if (known !== undefined) return known
        const found = yield* people.recognize(credential)
        const isCookie = credential._tag === "Cookie"
        if (found._tag === "Known") {
          if (found.prolonged) yield* keepSession(credential.value, found.secure)
          return found.person
        }
        if (isCookie) yield* dropSession
        if (found._tag === "Unknown") yield* attempts.wrong(isCookie ? "session" : "token")
        return yield* unauthorized
      })

    const enter = (need: Need, request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function*() {
        if (isAdministrative(need) && !isAdminOpen) return yield* adminDisabled
        const credential = credentialOf(request.headers)
        if (credential === undefined) return yield* unauthorized
        yield* attempts.allowed
        if (credential._tag === "Cookie" && !readsOnly(request.method) && isSameOrigin(request.headers) !== true) return yield* crossSite
        const person = yield* identify(credential)
        return decide(need, true, person) === "pass" ? person : yield* forbidden(need as Role, person)
      })

    /** What a request needs as things are: the settings may leave the metrics open. */
    const neededBy = (method: string, url: string, { metrics }: ShopConfig): Need =>
      metrics === "open" && routeOf(url) === prometheus ? "nothing" : needOf(method, url)

    /** Who reads what everybody may read in part; a credential that is refused is none. */
    const visitor = (request: HttpServerRequest.HttpServerRequest) =>
      readsOnly(request.method) && credentialOf(request.headers) !== undefined
        ? Effect.orElseSucceed(enter("credential", request), () => undefined)
        : Effect.succeed(undefined)

    return {
      guard: (app) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
          const settings = config.snapshot()
          const isPrivate = settings.access === "private"
          const need = neededBy(request.method, request.url, settings)
          if (isFree(need, isPrivate)) {
            return isPrivate || routeOf(request.url) === health
              ? Effect.flatMap(visitor(request), (person) => Effect.provideService(app, Visitor, person))
              : app
          }
          return Effect.matchEffect(enter(need, request), {
            onFailure: (problem) => Effect.succeed(problem.error === "unauthorized" ? stranger(request, problem) : respond(problem)),
            onSuccess: (person) => Effect.provideService(app, Visitor, person)
          })
        })
    }
  })
)

const letThrough = Effect.flatMap(Visitor,
  (person) => person === undefined ? Effect.dieMessage("a request that needs a person has passed without one") : Effect.succeed(person))

/** Provides the handlers with the person that the gate has found. */
export const identified = Layer.succeed(Identified, { adminToken: () => letThrough, session: () => letThrough })
