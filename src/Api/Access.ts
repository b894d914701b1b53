import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "@effect/platform"
import { Context, Schema } from "effect"
import type { Need } from "../Domain/Access.ts"
import type { Person } from "../Domain/Person.ts"
import * as Errors from "./Errors.ts"

/** What an endpoint needs of who calls it. The gate reads it here, and so does the documentation. */
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

/** Who makes the request, as the gate has found. */
export class CurrentPerson extends Context.Tag("CurrentPerson")<CurrentPerson, Person>() {}

/** Gives the handlers the person whom the gate has let through; the gate has decided before anything of the request is read. */
export class Identified extends HttpApiMiddleware.Tag<Identified>()("Identified", {
  failure: Schema.Union(Errors.Unauthorized, Errors.AdminDisabled, Errors.Forbidden, Errors.CrossSite, Errors.TooManyAttempts),
  provides: CurrentPerson,
  security: {
    adminToken: HttpApiSecurity.apiKey({ in: "header", key: "x-admin-token" }),
    session: HttpApiSecurity.apiKey({ in: "cookie", key: "turnover" })
  }
}) {}
