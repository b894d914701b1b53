import { at, type BotDoubleAnswer, type BotDoubleRequest, listAt } from "../BotDouble.ts"

export const path = "/workflows/0123456789abcdef0123456789abcdef/triggers/manual/paths/invoke"
export const query = "?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=a-signature-of-nobody_0123456789-abcdef"

export const contentOf = (body: object) => at(body, "attachments", 0, "content")

/** The elements that the cards have, and the members of each, by the published schema of version 1.4. */
const members: Readonly<Record<string, ReadonlyArray<string>>> = {
  AdaptiveCard: ["$schema", "version", "body", "actions"],
  Container: ["style", "bleed", "items", "spacing", "separator"],
  TextBlock: ["text", "wrap", "size", "weight", "spacing"],
  RichTextBlock: ["inlines", "spacing", "separator"],
  TextRun: ["text", "selectAction", "isSubtle", "size"],
  "Action.OpenUrl": ["url", "title"]
}

/** Whether each element has its members only, and none is null. */
const isElement = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isElement)
  if (typeof value !== "object" || value === null) return value !== null
  const { type, ...others } = Object.fromEntries(Object.entries(value))
  return Object.keys(others).every((name) => members[String(type)]?.includes(name)) && Object.values(others).every(isElement)
}

export const isCard = (json: object): boolean =>
  at(json, "type") === "message" && listAt(json, "attachments").length === 1 &&
  at(json, "attachments", 0, "contentType") === "application/vnd.microsoft.card.adaptive" &&
  at(contentOf(json), "type") === "AdaptiveCard" && at(contentOf(json), "version") === "1.4" && isElement(contentOf(json))

/** The flow: it checks its address, the size and the card. */
export const flow = ({ body, json, url }: BotDoubleRequest): BotDoubleAnswer => {
  if (url.search !== query) return { status: 401, body: { error: { code: "DirectApiAuthorizationRequired", message: `no ${url.search}` } } }
  if (url.pathname !== path) return { status: 404, body: { error: { code: "WorkflowNotFound", message: "not found" } } }
  if (Buffer.byteLength(body) > 21_000) return { status: 413 }
  return isCard(json) ? { status: 202 } : { status: 400, body: { error: { code: "TriggerInputSchemaMismatch", message: "null" } } }
}
