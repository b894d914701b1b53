import { at, type BotDoubleAnswer, type BotDoubleRequest, listAt } from "../BotDouble.ts"

export const path = "/services/T0000AAAA/B0000BBBB/abcdefghijklmnopqrstuvwx"

const textsIn = (block: unknown): ReadonlyArray<unknown> =>
  [at(block, "text"), ...listAt(block, "elements")].filter((text) => text !== undefined)

/** Whether blocks are as Block Kit takes them: kinds, kinds of text, lengths. */
export const areWhole = (blocks: ReadonlyArray<unknown>): boolean =>
  blocks.length <= 50 && blocks.every((block) => {
    const type = String(at(block, "type"))
    const most = type === "header" ? 150 : 3_000
    return ["header", "section", "divider", "context"].includes(type) && (type === "divider" || textsIn(block).length > 0) &&
      textsIn(block).every((text) => {
        const said = at(text, "text")
        return typeof said === "string" && said !== "" && said.length <= most &&
          (at(text, "type") === "plain_text" || (at(text, "type") === "mrkdwn" && type !== "header"))
      })
  })

/** The webhook by the published rules: its address, and what blocks may be. */
export const webhook = ({ json, url }: BotDoubleRequest): BotDoubleAnswer => {
  if (url.pathname !== path) return { status: 404, body: "no_active_hooks" }
  const text = json["text"]
  const blocks = listAt(json, "blocks")
  if (blocks.length === 0 && (typeof text !== "string" || text === "")) return { status: 400, body: "no_text" }
  return areWhole(blocks) ? { body: "ok" } : { status: 400, body: "invalid_blocks" }
}
