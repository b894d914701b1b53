import { createHmac } from "node:crypto"
import { at, type BotDoubleAnswer, type BotDoubleRequest } from "../BotDouble.ts"

export const token = "f1e2d3c4b5a69788"
export const secret = "SEC0123456789abcdef"
export const keyword = "a_b[日结]"

export const says = (errcode: number, errmsg: string) => ({ body: { errcode, errmsg } })

/** The robot's published rules: token, signature and its age, keyword, kinds of message, size of the body. */
export const robot = ({ body, json, url }: BotDoubleRequest, now = performance.timeOrigin + performance.now()): BotDoubleAnswer => {
  if (url.pathname !== "/robot/send" || url.searchParams.get("access_token") !== token) return says(300_005, "token is not exist")
  const timestamp = Number(url.searchParams.get("timestamp"))
  if (Math.abs(now - timestamp) > 3_600_000) return says(310_000, "invalid timestamp")
  const expected = createHmac("sha256", secret).update(`${timestamp}\n${secret}`).digest("base64")
  if (url.searchParams.get("sign") !== expected) return says(310_000, "sign not match")
  if (Buffer.byteLength(body) > 20_000) return says(460_101, "message too long, exceed 20000 bytes")
  if (!textOf(json).includes(keyword)) return says(310_000, "keywords not in content")
  const kind = String(json["msgtype"])
  const isWhole = {
    text: () => typeof at(json, kind, "content") === "string",
    markdown: () => typeof at(json, kind, "title") === "string" && typeof at(json, kind, "text") === "string",
    actionCard: () => ["title", "text", "singleTitle", "singleURL"].every((name) => typeof at(json, kind, name) === "string")
  }[kind]
  return isWhole === undefined ? says(400_105, "unsupported type") : isWhole() ? says(0, "ok") : says(40_035, "invalid parameter")
}

const textOf = (body: object): string =>
  String(at(body, "text", "content") ?? at(body, "markdown", "text") ?? at(body, "actionCard", "text"))
