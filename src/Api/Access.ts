import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "@effect/platform"
import { Context, Schema } from "effect"
import type { Need } from "../Domain/Access.ts"
import type { Person } from "../Domain/Person.ts"
import * as Errors from "./Errors.ts"

/** The access that an endpoint needs, read by the gate and by the documentation. */
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

/** The person who makes the request. */
export class CurrentPerson extends Context.Tag("CurrentPerson")<CurrentPerson, Person>() {}

/** Provides the handlers with the person of the request. The gate decides on access before anything of the request is read. */
export class Identified extends HttpApiMiddleware.Tag<Identified>()("Identified", {
  failure: Schema.Union(Errors.Unauthorized, Errors.AdminDisabled, Errors.Forbidden, Errors.CrossSite, Errors.TooManyAttempts),
  provides: CurrentPerson,
  security: {
    adminToken: HttpApiSecurity.apiKey({ in: "header", key: "x-admin-token" }),
    session: HttpApiSecurity.apiKey({ in: "cookie", key: "turnover" })
  }
}) {}
