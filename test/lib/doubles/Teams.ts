import { createRequire } from "node:module"
import { isDeepStrictEqual } from "node:util"
import { at, type BotDoubleAnswer, type BotDoubleRequest, listAt } from "../BotDouble.ts"

export const path = "/workflows/0123456789abcdef0123456789abcdef/triggers/manual/paths/invoke"
export const query = "?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=a-signature-of-nobody_0123456789-abcdef"

export const contentOf = (body: object) => at(body, "attachments", 0, "content")

/** Microsoft's own parser of cards, which is CommonJS in this file. */
const { AdaptiveCard, SerializationContext, Versions } = createRequire(import.meta.url)("adaptivecards/dist/adaptivecards.min.js") as {
  readonly AdaptiveCard: new() => { readonly parse: (json: unknown, context: object) => void; readonly toJSON: () => unknown }
  readonly SerializationContext: new(version: object) => {
    readonly eventCount: number
    readonly getEventAt: (index: number) => { readonly message: string }
  }
  readonly Versions: { readonly v1_4: object }
}

/**
 * The faults of a card by its schema. The parser reports elements and values that version 1.4 does not have; it drops members that
 * it does not know.
 */
export const faultsOf = (card: unknown): ReadonlyArray<string> => {
  const context = new SerializationContext(Versions.v1_4)
  const reader = new AdaptiveCard()
  reader.parse(card, context)
  const faults = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message)
  const kept = reader.toJSON()
  return faults.length > 0 || isDeepStrictEqual(kept, card) ? faults : [`only this is known: ${JSON.stringify(kept)}`]
}

export const isCard = (json: object): boolean =>
  at(json, "type") === "message" && listAt(json, "attachments").length === 1 &&
  at(json, "attachments", 0, "contentType") === "application/vnd.microsoft.card.adaptive" &&
  at(contentOf(json), "type") === "AdaptiveCard" && at(contentOf(json), "version") === "1.4" && faultsOf(contentOf(json)).length === 0

/** The flow, which checks its address, the size and the card. */
export const flow = ({ body, json, url }: BotDoubleRequest): BotDoubleAnswer => {
  if (url.search !== query) return { status: 401, body: { error: { code: "DirectApiAuthorizationRequired", message: `no ${url.search}` } } }
  if (url.pathname !== path) return { status: 404, body: { error: { code: "WorkflowNotFound", message: "not found" } } }
  if (Buffer.byteLength(body) > 21_000) return { status: 413 }
  return isCard(json) ? { status: 202 } : { status: 400, body: { error: { code: "TriggerInputSchemaMismatch", message: "null" } } }
}
