import { HttpApp, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Effect, Schema } from "effect"
import { type InvalidRequest, invalidRequest, TooLarge, UnsupportedMediaType } from "../Api/Errors.ts"
import { faultAt, saying } from "../Codes/Fault.ts"
import { faultsOf, wrong } from "../Domain/Fault.ts"
import { repeatedKey } from "../Json.ts"
import { wantBody } from "./Wire/Listener.ts"

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs

/** Removes the zeros at the end of a text. A loop, because `/0+$/` takes quadratic time. */
const withoutTrailingZeros = (digits: string): string => {
  let end = digits.length
  while (digits[end - 1] === "0") end -= 1
  return digits.slice(0, end)
}

/** A decimal number in one normal form: its digits and the power of ten of the last one, so that 1.50 equals 15e-1. */
const normal = (text: string): string => {
  const [, whole = "", fraction = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, "")
  const kept = withoutTrailingZeros(digits)
  return kept === "" ? "0" : `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}

/**
 * The first number in a JSON text that `JSON.parse` rounds; undefined if each is exact. A double holds at least 15 digits and
 * silently rounds longer numbers, so 1.000000000000000001 would be accepted as an amount.
 */
const inexactNumber = (json: string): string | undefined =>
  json.match(tokens)?.find((token) => !token.startsWith("\"") && normal(token) !== normal(String(Number(token))))

const bodyTooLarge = (limit: number, length: number | undefined) =>
  TooLarge.make({
    detail: `expected a body of at most ${limit} bytes, got ${length === undefined ? "more" : length}`
  })

/** The rest of the body is not read, so the connection cannot be used again. */
const closeConnection = HttpApp.appendPreResponseHandler((_request, response) =>
  Effect.succeed(HttpServerResponse.setHeader(response, "connection", "close"))
)

/** Headers that may declare a compressed body, with their values for an uncompressed one. */
const codings = [["content-encoding", "identity"], ["transfer-encoding", "chunked"]] as const

/**
 * Reads a request's body of at most `limit` bytes. A larger body is refused with a response that the client can read; if its length
 * is declared, before it is received.
 */
export const readBytes = (limit: number) =>
  Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    for (const [header, plain] of codings) {
      const coding = request.headers[header] ?? plain
      if (coding.toLowerCase() !== plain) {
        return yield* Effect.fail(UnsupportedMediaType.make({ detail: `${header}: expected no compression, got "${coding}"` }))
      }
    }
    const declared = Number(request.headers["content-length"] ?? 0)
    if (declared > limit) return yield* Effect.zipRight(closeConnection, Effect.fail(bodyTooLarge(limit, declared)))

    const source = NodeHttpServerRequest.toIncomingMessage(request)
    return yield* Effect.async<Uint8Array, typeof TooLarge.Type | typeof InvalidRequest.Type>((resume) => {
      const chunks: Array<Buffer> = []
      let received = 0
      const stop = () => {
        source.off("data", onData).off("end", onEnd).off("error", onBroken).off("close", onBroken)
      }
      const onData = (chunk: Buffer) => {
        received += chunk.length
        chunks.push(chunk)
        if (received <= limit) return
        stop()
        source.pause()
        resume(Effect.fail(bodyTooLarge(limit, undefined)))
      }
      const onEnd = () => {
        stop()
        resume(Effect.succeed(Buffer.concat(chunks)))
      }
      const onBroken = () => {
        stop()
        resume(
          Effect.fail(
            invalidRequest([faultAt("body", saying("whole_body", "expected a whole body, got one that broke off"))])
          )
        )
      }
      wantBody(source)
      source.on("data", onData).on("end", onEnd).on("error", onBroken).on("close", onBroken)
      return Effect.sync(stop)
    }).pipe(Effect.tapError((problem) => problem.error === "too_large" ? closeConnection : Effect.void))
  })

const notJson = invalidRequest([faultAt("body", saying("json", "expected JSON in UTF-8, got bytes that are not"))])

const parsed = (bytes: Uint8Array) =>
  Effect.try({
    try: () => {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
      return { text, value: JSON.parse(text) as unknown }
    },
    catch: () => notJson
  })

const nothing = { text: "", value: {} as unknown }

const inexact = (number: string) => invalidRequest([faultAt("body", wrong("exact_numbers", "numbers of at most 15 digits", number))])

const repeated = (key: string) => invalidRequest([faultAt(key, saying("one_only", "expected one value, got more: the key stands twice"))])

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value)

const notObject = (found: unknown) => invalidRequest([faultAt("body", wrong("json_object", "a JSON object", found))])

const maxJsonBytes = 64 * 1024

/** Reads a JSON body of at most 64 KiB by `schema`; an empty body counts as `{}`. */
export const readJson = <A, I>(schema: Schema.Schema<A, I>) =>
  Effect.gen(function*() {
    const bytes = yield* readBytes(maxJsonBytes)
    const { text, value } = bytes.length === 0 ? nothing : yield* parsed(bytes)
    if (!isObject(value)) return yield* Effect.fail(notObject(value))
    const twice = repeatedKey(text)
    if (twice !== undefined) return yield* Effect.fail(repeated(twice))
    const body = yield* Effect.mapError(
      Schema.decodeUnknown(schema)(value, { errors: "all" }),
      (error) => invalidRequest(faultsOf(error))
    )
    const rounded = inexactNumber(text)
    return rounded === undefined ? body : yield* Effect.fail(inexact(rounded))
  })
