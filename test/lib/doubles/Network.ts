import { Headers, HttpClient, HttpClientError, type HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Clock, Effect, Layer } from "effect"
import * as BotMemory from "../../../src/Chat/BotMemory.ts"
import { chatSettings, configuredBots } from "../../../src/Chat/ChatBot.ts"
import type { BotDoubleAnswer, BotDoubleRequest } from "../BotDouble.ts"
import type { ProductTonight } from "./ProductsTonight.ts"

/**
 * How a product fails: by one of its refusals; `unknown`: the message reaches the group, but the reply is lost; `silent`: there is
 * no reply.
 */
export type Fault = keyof ProductTonight["refusals"] | "unknown" | "silent"

/** A message in a group. */
export interface Arrival {
  readonly product: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly body: string
}

const requestOf = ({ body, headers, method }: HttpClientRequest.HttpClientRequest, url: URL): BotDoubleRequest => {
  const text = body._tag === "Uint8Array" ? Buffer.from(body.body).toString("utf8") : ""
  return { method, url, headers: { ...headers }, body: text, json: text === "" ? {} : JSON.parse(text) }
}

const hostOf = ({ settings }: ProductTonight): string => new URL(settings["chat_webhook_url"] ?? "").host

/**
 * The chat products, each at its host, and the messages that arrive in their groups.
 * @param faultOf how a product fails at this request; null: it does not
 */
export const networkOf = (products: ReadonlyArray<ProductTonight>, faultOf: (product: ProductTonight) => Fault | null) => {
  const arrived: Array<Arrival> = []
  const hosts = new Map(products.map((product) => [hostOf(product), { product, answer: product.open() }]))
  const client = HttpClient.make((request, url) =>
    Effect.gen(function*() {
      const host = hosts.get(url.host)
      if (host === undefined) return yield* Effect.dieMessage(`no product at ${url.host}`)
      const { answer, product } = host
      const at = yield* Clock.currentTimeMillis
      const asked = requestOf(request, url)
      const fault = faultOf(product)
      if (fault === "silent") return yield* Effect.never
      const reply: BotDoubleAnswer = fault === null || fault === "unknown" ? answer(asked, at) : product.refusals[fault]
      if (fault === null || fault === "unknown") arrived.push({ product: product.title, at, body: asked.body })
      if (fault === "unknown") {
        const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })
        return yield* new HttpClientError.RequestError({ request, reason: "Transport", cause })
      }
      const { body = "", headers = {}, status = 200 } = reply
      const text = typeof body === "string" ? body : JSON.stringify(body)
      // The bot reads only these members.
      return {
        request,
        status,
        headers: Headers.fromInput(headers),
        text: Effect.succeed(text)
      } as unknown as HttpClientResponse.HttpClientResponse
    })
  )
  const chat = Layer.provide(configuredBots, [chatSettings, Layer.succeed(HttpClient.HttpClient, client), BotMemory.stored])
  return { arrived, chat }
}
