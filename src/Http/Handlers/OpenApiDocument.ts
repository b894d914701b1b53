import { HttpApiBuilder, HttpServerRequest, OpenApi } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { afterGate } from "../Access/Gate.ts"
import { fixedResponse, respond, revalidated } from "../FixedResponse.ts"
import { openApi } from "../Paths.ts"

/** The description of the API. It is generated on first use, so that it does not delay the start, and compressed, because it is large. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const document = yield* Effect.cached(
      Effect.sync(() => fixedResponse(Buffer.from(JSON.stringify(OpenApi.fromApi(Api))), "application/json", revalidated))
    )
    yield* router.get(
      openApi,
      afterGate(Effect.zipWith(document, HttpServerRequest.HttpServerRequest, (fixed, request) => respond(fixed, request, {})))
    )
  })
)
