import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { Amount, amountJsonSchema } from "../Domain/Amount.ts"
import { expecting } from "../Domain/Fault.ts"
import { Identified, operation } from "./Access.ts"
import { Standing } from "./Day.ts"
import * as Errors from "./Errors.ts"
import { pathDate } from "./Values.ts"

/** The body of a till's push. */
export const Pushing = Schema.Struct({
  amount: Amount,
  final: Schema.optionalWith(Schema.Boolean.annotations(expecting("truth", "true or false")), { exact: true, default: () => false })
}).annotations({
  identifier: "Pushing",
  parseOptions: { errors: "all" },
  jsonSchema: {
    type: "object",
    required: ["amount"],
    properties: {
      amount: amountJsonSchema,
      final: { type: "boolean", default: false, description: "whether it is the figure of the whole day" }
    },
    example: { amount: 3388.5 }
  }
})

const Fed = Schema.Struct({
  ok: Schema.Literal(true),
  change: Schema.Literal("so_far", "final", "unchanged").annotations({
    description: "so_far: the day's running amount; final: its figure; unchanged: the day is final with this amount"
  }),
  before: Standing.annotations({ description: "the day before the change" }),
  after: Standing.annotations({ description: "the day now" })
})

/** The endpoint for tills. */
export const FeedGroup = HttpApiGroup.make("feed", { topLevel: true })
  .add(
    HttpApiEndpoint.put("feed", "/api/feed/:date")
      .setPath(Schema.Struct({ date: pathDate }))
      .setPayload(Pushing)
      .addSuccess(Fed)
      .addError(Errors.AlreadyFinal)
      .addError(Errors.DayClosed)
      .addError(Errors.NotOpen)
      .addError(Errors.DateInFuture)
      .addError(Errors.BodyRefused)
      .annotateContext(
        operation("feed", "Push what a till has counted",
          "Of today or of a day that awaits its figure: the running amount or, with `final`, the figure. A figure that is stored is never changed.")
      )
  )
  .addError(Errors.InvalidRequest)
  .addError(Errors.Internal)
  .middleware(Identified)
