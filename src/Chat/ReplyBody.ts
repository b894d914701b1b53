import { FileSystem, type HttpClientResponse, HttpIncomingMessage } from "@effect/platform"
import { Effect, Option } from "effect"

const largestReply = FileSystem.KiB(64)

/** The text of a reply. A text that breaks off or is too long counts as empty, so that the status alone decides. */
export const readReply = (response: HttpClientResponse.HttpClientResponse): Effect.Effect<string> =>
  Effect.orElseSucceed(HttpIncomingMessage.withMaxBodySize(response.text, Option.some(largestReply)), () => "")
