import { at, type BotDoubleAnswer, type BotDoubleRequest, listAt } from "../BotDouble.ts"

export const path = "/api/webhooks/1234567890123456789/not-a-token-of-anybody_0123456789"

const length = (body: object, ...place: ReadonlyArray<string | number>): number => String(at(body, ...place) ?? "").length

/** Whether a message respects the published limits, and notifies nobody. */
export const isWhole = (json: object): boolean => {
  const hasText = length(json, "content") > 0 || listAt(json, "embeds").length === 1
  return hasText && length(json, "content") <= 2_000 && length(json, "embeds", 0, "title") <= 256 &&
    length(json, "embeds", 0, "description") <= 4_096 && length(json, "embeds", 0, "footer", "text") <= 2_048 &&
    length(json, "embeds", 0, "title") + length(json, "embeds", 0, "description") + length(json, "embeds", 0, "footer", "text") <= 6_000 &&
    at(json, "allowed_mentions", "parse") !== undefined && listAt(json, "allowed_mentions", "parse").length === 0
}

/** The webhook's published rules. */
export const webhook = ({ json, method, url }: BotDoubleRequest): BotDoubleAnswer => {
  if (url.pathname !== path) return { status: 404, body: { message: "Unknown Webhook", code: 10_015 } }
  if (method === "GET") return { body: { id: "1234567890123456789", name: "turnover" } }
  if (url.searchParams.get("wait") !== "true") return { status: 204 }
  return isWhole(json) ? { body: { id: "1" } } : { status: 400, body: { message: "Invalid Form Body", code: 50_035 } }
}
