import { HttpApi, OpenApi } from "@effect/platform"
import { version } from "../package.json"
import { AdminGroup } from "./Api/Admin.ts"
import { DashboardGroup } from "./Api/Dashboard.ts"
import { FeedGroup } from "./Api/Feed.ts"
import { NewShopGroup } from "./Api/NewShop.ts"
import { PeopleGroup } from "./Api/People.ts"
import { SessionGroup } from "./Api/Session.ts"

/** An OpenAPI document or a part of it. The code relies only on its nesting. */
type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value)

const node = (value: unknown): Node => (isNode(value) ? value : {})

/** HttpApi's own body for a request that it cannot decode. This service sends `invalid_request` instead. */
const decodeErrorSchemas = ["HttpApiDecodeError", "Issue", "PropertyKey"]
const refersToDecodeError = (schema: unknown): boolean => node(schema)["$ref"] === "#/components/schemas/HttpApiDecodeError"

const withoutDecodeError = (response: unknown): unknown => {
  const json = node(node(node(response)["content"])["application/json"])
  const { anyOf, ...schema } = node(json["schema"])
  const kept = Array.isArray(anyOf) ? anyOf.filter((member) => !refersToDecodeError(member)) : []
  return refersToDecodeError(schema)
    ? undefined
    : { description: "The request does not match the declared schema.", content: { "application/json": { schema: kept[0] } } }
}

/** Operations whose empty body has a default for every member. */
const hasOptionalBody: ReadonlySet<string> = new Set(["testPush", "undo"])

const documentedOperation = (operation: unknown): unknown => {
  const { requestBody, responses, ...rest } = node(operation)
  const name = String(rest["operationId"])
  const { "200": success, "400": refusal, ...others } = node(responses)
  const refused = withoutDecodeError(refusal)
  return {
    ...rest,
    ...(requestBody === undefined ? {} : { requestBody: { ...node(requestBody), required: !hasOptionalBody.has(name) } }),
    responses: {
      "200": { ...node(success), description: "Success" },
      ...(refused === undefined ? {} : { "400": refused }),
      ...others
    }
  }
}

const mapMembers = (value: unknown, change: (member: unknown) => unknown): Node =>
  Object.fromEntries(Object.entries(node(value)).map(([key, member]) => [key, change(member)]))

/** The document as the service behaves. */
const documented = (spec: Node): Node => {
  const components = node(spec["components"])
  return {
    ...spec,
    paths: mapMembers(spec["paths"], (path) => mapMembers(path, documentedOperation)),
    components: {
      ...components,
      schemas: Object.fromEntries(
        Object.entries(node(components["schemas"])).filter(([name]) => !decodeErrorSchemas.includes(name))
      )
    }
  }
}

/** The only source of paths, schemas and documentation. */
export class Api extends HttpApi.make("turnover")
  .add(DashboardGroup)
  .add(SessionGroup)
  .add(NewShopGroup)
  .add(AdminGroup)
  .add(PeopleGroup)
  .add(FeedGroup)
  .annotate(OpenApi.Title, "Daily turnover")
  .annotate(OpenApi.Version, version)
  .annotate(OpenApi.Description, "One shop's turnover, one amount a calendar day, settled at a daily cutoff.")
  .annotate(OpenApi.Servers, [{ url: "/", description: "The address that served this document" }])
  .annotate(OpenApi.License, { name: "MIT" })
  .annotate(OpenApi.Transform, documented)
{}
