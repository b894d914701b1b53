import type { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import type { Brand } from "effect"
import type { AdminGroup } from "./Admin.ts"
import type { DashboardGroup } from "./Dashboard.ts"
import type { FeedGroup } from "./Feed.ts"
import type { NewShopGroup } from "./NewShop.ts"
import type { PeopleGroup } from "./People.ts"
import type { SessionGroup } from "./Session.ts"

type Endpoint = HttpApiGroup.HttpApiGroup.Endpoints<
  typeof AdminGroup | typeof DashboardGroup | typeof FeedGroup | typeof NewShopGroup | typeof PeopleGroup | typeof SessionGroup
>

/** A value as JSON has it: a date is a plain string. */
type Json<Value> = Value extends Brand.Brand<infer _> ? Brand.Brand.Unbranded<Value>
  : Value extends object ? { readonly [Key in keyof Value]: Json<Value[Key]> }
  : Value

/** The successful response of each operation as JSON, by the operation's name. Pages, examples and fixtures use these types. */
export type Responses = {
  readonly [Each in Endpoint as HttpApiEndpoint.HttpApiEndpoint.Name<Each>]: Json<HttpApiEndpoint.HttpApiEndpoint.Success<Each>>
}
