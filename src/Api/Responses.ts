import type { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import type { Brand } from "effect"
import type { AdminGroup } from "./Admin.ts"
import type { DashboardGroup } from "./Dashboard.ts"
import type { FeedGroup } from "./Feed.ts"
import type { PeopleGroup } from "./People.ts"
import type { SessionGroup } from "./Session.ts"

type Endpoint = HttpApiGroup.HttpApiGroup.Endpoints<
  typeof AdminGroup | typeof DashboardGroup | typeof FeedGroup | typeof PeopleGroup | typeof SessionGroup
>

/** A value in JSON: a date is a plain string there. */
type Json<Value> = Value extends Brand.Brand<infer _> ? Brand.Brand.Unbranded<Value>
  : Value extends object ? { readonly [Key in keyof Value]: Json<Value[Key]> }
  : Value

/** The successful response of each operation as JSON, by the operation's name. Pages, examples and fixtures take their types from here. */
export type Responses = {
  readonly [Each in Endpoint as HttpApiEndpoint.HttpApiEndpoint.Name<Each>]: Json<HttpApiEndpoint.HttpApiEndpoint.Success<Each>>
}
