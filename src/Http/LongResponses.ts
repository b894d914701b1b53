import { type HttpApp, type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Context, Effect, Layer } from "effect"
import type { ServerResponse } from "node:http"
import { Unavailable } from "../Api/Errors.ts"
import { ClientLimits } from "./Wire/ClientLimits.ts"

/** Shorter responses are not counted, because they need less memory than their connection. */
export const longBytes = 16 * 1024

/** The bytes of a streamed response whose client does not read: a page of records, their text, and the text being written. */
const streamBytes = 1024 * 1024

/** Bounds the memory of all long responses that clients have not read yet. */
export class LongResponses extends Context.Tag("LongResponses")<LongResponses, {
  readonly hasRoom: () => boolean
  /** Counts the bytes of a response until it closes. */
  readonly hold: (response: ServerResponse, bytes: number) => void
  /** Waits for room, first come, first served. Returns false if there is none in time, or if too many already wait. */
  readonly admit: (response: ServerResponse, bytes: number) => Effect.Effect<boolean>
}>() {}

export const layer = Layer.effect(
  LongResponses,
  Effect.map(ClientLimits, ({ longResponses: { bytes: most, patience, waiting } }) => {
    let held = 0
    const line = new Set<() => void>()
    const hasRoom = () => held < most

    const admitWaiting = () => {
      for (const enter of line) {
        if (!hasRoom()) return
        line.delete(enter)
        enter()
      }
    }

    const hold = (response: ServerResponse, bytes: number) => {
      if (response.closed) return
      held += bytes
      response.once("close", () => {
        held -= bytes
        admitWaiting()
      })
    }

    // A response is prepared uninterruptibly, so the wait has to be made interruptible: otherwise neither the timeout nor a
    // disconnect would end it.
    const inLine = (response: ServerResponse, bytes: number) =>
      Effect.interruptible(Effect.async<boolean>((resume) => {
        const enter = () => {
          hold(response, bytes)
          resume(Effect.succeed(true))
        }
        line.add(enter)
        return Effect.sync(() => line.delete(enter))
      }))

    return {
      hasRoom,
      hold,
      admit: (response, bytes) =>
        Effect.suspend(() => {
          if (line.size === 0 && hasRoom()) {
            hold(response, bytes)
            return Effect.succeed(true)
          }
          return line.size >= waiting
            ? Effect.succeed(false)
            : Effect.timeoutTo(inLine(response, bytes), { duration: patience, onSuccess: (admitted) => admitted, onTimeout: () => false })
        })
    }
  })
)

const retryAfterSeconds = 10

const busy = HttpServerResponse.unsafeJson(
  Unavailable.make({
    detail: `the service has no room for another long response until clients read theirs, try again in ${retryAfterSeconds} s`
  }),
  { status: 503, headers: { "retry-after": String(retryAfterSeconds) } }
)

/**
 * The bytes that a response may hold. 0 for a short response, and for a page, whose bytes all clients share. The response to a
 * change is never refused, because the change is already stored.
 */
const bytesOf = ({ method, url }: HttpServerRequest.HttpServerRequest, { body }: HttpServerResponse.HttpServerResponse): number => {
  if (method !== "GET" || !url.startsWith("/api/")) return 0
  if (body._tag === "Stream") return streamBytes
  return body._tag === "Uint8Array" && body.body.length > longBytes ? body.body.length : 0
}

/** Starts a long response once there is room for it, or refuses it. */
export const awaitRoom = ({ admit }: typeof LongResponses.Service): HttpApp.PreResponseHandler => (request, response) => {
  const bytes = bytesOf(request, response)
  return bytes === 0
    ? Effect.succeed(response)
    : Effect.map(admit(NodeHttpServerRequest.toServerResponse(request), bytes), (admitted) => (admitted ? response : busy))
}
