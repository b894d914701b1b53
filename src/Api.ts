import { HttpApi, OpenApi } from "@effect/platform"
import { version } from "../package.json"
import { AdminGroup } from "./Api/Admin.ts"
import { DashboardGroup } from "./Api/Dashboard.ts"
import { documented } from "./Api/Documentation.ts"
import { FeedGroup } from "./Api/Feed.ts"
import { PeopleGroup } from "./Api/People.ts"
import { SessionGroup } from "./Api/Session.ts"

/** The only source of paths, schemas and documentation. */
export class Api extends HttpApi.make("turnover")
  .add(DashboardGroup)
  .add(SessionGroup)
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
