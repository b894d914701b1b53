import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "@effect/platform"
import { Context, Schema } from "effect"
import type { Need, Requester } from "../Domain/Person.ts"
import * as Errors from "./Errors.ts"

/** The access that an endpoint needs. The gate enforces it at the endpoint's route, and the documentation shows it. */
export class Needs extends Context.Tag("Needs")<Needs, Need>() {}

const credentials = [{ adminToken: [] }, { session: [] }]

const securityOf = (need: Need) => (need === "nothing" || need === "view" ? [] : credentials)

/**
 * Declares that the listener responds to the plainest form of an endpoint's requests by itself, with what is ready before they come.
 * Every other form gets the same response from the endpoint's handler.
 */
export class ServedReady extends Context.Tag("ServedReady")<ServedReady, true>() {}

/** Declares an endpoint's need. The gate enforces it, and `openapi.json` and `/docs` show it. */
export const needs = (need: Need) =>
  Context.make(Needs, need).pipe(Context.add(OpenApi.Transform, (operation: Record<string, unknown>) => ({
    ...operation,
    security: securityOf(need),
    "x-needs": need
  })))

/** Declares an endpoint's need, together with its summary and description. */
export const operation = (need: Need, summary: string, description: string) =>
  needs(need).pipe(Context.add(OpenApi.Summary, summary), Context.add(OpenApi.Description, description))

/**
 * Refuses a request that reaches an endpoint without passing the gate. Every endpoint has this middleware or `Identified`; the
 * service does not start with an endpoint that has neither.
 */
export class Admitted extends HttpApiMiddleware.Tag<Admitted>()("Admitted") {}

/** The person who makes the request, and the need of the request. */
export class CurrentPerson extends Context.Tag("CurrentPerson")<CurrentPerson, Requester>() {}

/** Like `Admitted`, and provides the handlers with the person of the request. */
export class Identified extends HttpApiMiddleware.Tag<Identified>()("Identified", {
  failure: Schema.Union(Errors.Unauthorized, Errors.AdminDisabled, Errors.Forbidden, Errors.CrossSite, Errors.TooManyAttempts),
  provides: CurrentPerson,
  security: {
    adminToken: HttpApiSecurity.apiKey({ in: "header", key: "x-admin-token" }),
    session: HttpApiSecurity.apiKey({ in: "cookie", key: "turnover" })
  }
}) {}
