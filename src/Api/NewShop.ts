import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { languages } from "../Domain/Language.ts"
import { Admitted, operation } from "./Access.ts"
import * as Errors from "./Errors.ts"

const text = Schema.String.pipe(Schema.maxLength(1000))

/** The body by which the page of the first start asks what it has to ask. */
export const NewShopAsked = Schema.Struct({
  code: text,
  language: Schema.Literal(...languages),
  time_zone: Schema.optionalWith(text, { exact: true }).annotations({ description: "what counts where the machine does not say" })
}).annotations({ identifier: "NewShopAsked", parseOptions: { errors: "all" } })

/** The answers of a new shop. Each is checked as the setting that it becomes. */
export const NewShop = Schema.Struct({
  code: text,
  shop_name: text,
  cutoff_time: text,
  day_starts_at: Schema.optionalWith(text, { exact: true }).annotations({ description: "required with a cutoff before 06:00" }),
  closed_weekdays: Schema.Array(text).pipe(Schema.maxItems(7)),
  without_figure: Schema.Literal("wait", "estimate"),
  usual: Schema.optionalWith(Schema.Tuple(Schema.Number, Schema.Number), { exact: true })
    .annotations({ description: "the usual amounts of a weekday and of a weekend day; required with `estimate`" }),
  time_zone: text,
  currency: text,
  language: Schema.Literal(...languages),
  password: text
}).annotations({ identifier: "NewShop", parseOptions: { errors: "all" } })

const answers = {
  shop_name: Schema.NullOr(Schema.String),
  cutoff_time: Schema.String,
  closed_weekdays: Schema.Array(Schema.String),
  time_zone: Schema.NullOr(Schema.String),
  time_zone_is_set: Schema.Boolean.annotations({ description: "whether `TZ` sets it, so that no answer changes it" }),
  currency: Schema.NullOr(Schema.String).annotations({ description: "null: it has to be asked" }),
  refused_currency: Schema.NullOr(Schema.String).annotations({ description: "the one there, if it has too many decimals" })
}

export const NewShopGroup = HttpApiGroup.make("newShop", { topLevel: true })
  .add(
    HttpApiEndpoint.post("proposeShop", "/api/setup/questions")
      .setPayload(NewShopAsked)
      .addSuccess(Schema.Struct({ ok: Schema.Literal(true), ...answers }))
      .annotateContext(operation("nothing", "What a new shop is asked", "With the code of the address that the start has printed."))
  )
  .add(
    HttpApiEndpoint.post("setUpShop", "/api/setup")
      .setPayload(NewShop)
      .addSuccess(Schema.Struct({ ok: Schema.Literal(true) }))
      .addError(Errors.NotWritten)
      .annotateContext(
        operation("nothing", "Set a new shop up",
          "Writes config.json and .env, signs the browser in and begins again with them, in a second. Only without ADMIN_TOKEN and with an empty database.")
      )
  )
  .addError(Errors.SetupClosed)
  .addError(Errors.Unauthorized)
  .addError(Errors.CrossSite)
  .addError(Errors.TooManyAttempts)
  .addError(Errors.BodyRefused)
  .addError(Errors.InvalidRequest)
  .addError(Errors.InvalidConfig)
  .addError(Errors.Internal)
  .middleware(Admitted)
