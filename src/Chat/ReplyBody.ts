import { FileSystem, type HttpClientResponse, HttpIncomingMessage } from "@effect/platform"
import { Effect, Option } from "effect"

const largestReply = FileSystem.KiB(64)

/** What breaks off, or does not end within the bound, counts as empty, so that the status alone decides. */
export const readReply = (response: HttpClientResponse.HttpClientResponse): Effect.Effect<string> =>
  Effect.orElseSucceed(HttpIncomingMessage.withMaxBodySize(response.text, Option.some(largestReply)), () => "")
