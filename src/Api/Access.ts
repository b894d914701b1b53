import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "@effect/platform"
import { Context, Schema } from "effect"
import type { Need } from "../Domain/Access.ts"
import type { Requester } from "../Domain/Person.ts"
import * as Errors from "./Errors.ts"

/** The access that an endpoint needs, enforced by the gate at its route, and shown by the documentation. */
export class Needs extends Context.Tag("Needs")<Needs, Need>() {}

const credentials = [{ adminToken: [] }, { session: [] }]

const securityOf = (need: Need) => (need === "nothing" || need === "view" ? [] : credentials)

/** An endpoint's need, enforced by the gate and shown in `openapi.json` and `/docs`. */
export const needs = (need: Need) =>
  Context.make(Needs, need).pipe(Context.add(OpenApi.Transform, (operation: Record<string, unknown>) => ({
    ...operation,
    security: securityOf(need),
    "x-needs": need
  })))

/** The same, with what the documentation says of the endpoint. */
export const operation = (need: Need, summary: string, description: string) =>
  needs(need).pipe(Context.add(OpenApi.Summary, summary), Context.add(OpenApi.Description, description))

/**
 * Refuses a request that has reached an endpoint without passing the gate. Every endpoint has it, or `Identified`; without
 * either the service does not start.
 */
export class Admitted extends HttpApiMiddleware.Tag<Admitted>()("Admitted") {}

/** The person who makes the request, with what it needs. */
export class CurrentPerson extends Context.Tag("CurrentPerson")<CurrentPerson, Requester>() {}

/** The same, and provides the handlers with the person of the request. */
export class Identified extends HttpApiMiddleware.Tag<Identified>()("Identified", {
  failure: Schema.Union(Errors.Unauthorized, Errors.AdminDisabled, Errors.Forbidden, Errors.CrossSite, Errors.TooManyAttempts),
  provides: CurrentPerson,
  security: {
    adminToken: HttpApiSecurity.apiKey({ in: "header", key: "x-admin-token" }),
    session: HttpApiSecurity.apiKey({ in: "cookie", key: "turnover" })
  }
}) {}
