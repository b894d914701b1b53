import type { BotDoubleAnswer, BotDoubleRequest } from "../BotDouble.ts"

export const token = "123456:not-a-token-of-anybody_0123456789abcd"
export const group = "-4012345678"
export const supergroup = "-1001234567890123"

const refusal = (status: number, description: string, parameters: object = {}) => ({
  status,
  body: { ok: false, error_code: status, description, parameters }
})

/** The text that HTML shows; undefined if Telegram cannot parse it. */
export const shownOf = (html: string): string | undefined => {
  const texts = html.replaceAll(/<(b|i)>([^<>]*)<\/\1>/g, "$2").replaceAll(/<a href="[^"<>]*">([^<>]*)<\/a>/g, "$1")
  return /[<>]|&(?!(?:amp|lt|gt|quot);)/.test(texts) ? undefined : texts.replaceAll(/&[a-z]+;/g, "&")
}

/** The API's published rules: token, chat, HTML, length. */
export const api = ({ json, method, url }: BotDoubleRequest): BotDoubleAnswer => {
  if (!url.pathname.startsWith(`/bot${token}/`)) return refusal(404, "Not Found")
  const chat = method === "GET" ? url.searchParams.get("chat_id") : json["chat_id"]
  if (chat === group) {
    return refusal(400, "Bad Request: group chat was upgraded to a supergroup chat", { migrate_to_chat_id: Number(supergroup) })
  }
  if (chat !== supergroup) return refusal(400, "Bad Request: chat not found")
  if (method === "GET") return { body: { ok: true, result: { id: Number(supergroup) } } }
  const text = String(json["text"] ?? "")
  const shown = json["parse_mode"] === "HTML" ? shownOf(text) : text
  if (shown === undefined) return refusal(400, "Bad Request: can't parse entities")
  if (shown.length > 4_096) return refusal(400, "Bad Request: message is too long")
  return shown === "" ? refusal(400, "Bad Request: message text is empty") : { body: { ok: true, result: { message_id: 1 } } }
}
