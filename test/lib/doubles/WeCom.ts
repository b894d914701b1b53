import { at, type BotDoubleAnswer, type BotDoubleRequest } from "../BotDouble.ts"

export const key = "693a91f6-7aoc-4bc4-97a0-0ec2sifa5aaa"

export const hint =
  "hint: [1755605200056773468916791], from ip: 172.212.167.87, more info at https://open.work.weixin.qq.com/devtool/query?e=93000"

export const limits: Readonly<Record<string, number>> = { text: 2_048, markdown: 4_096 }

/** The robot's published rules: key, kinds of message, lengths in bytes, required parts of a card. */
export const robot = ({ json, url }: BotDoubleRequest): BotDoubleAnswer => {
  const says = (errcode: number, errmsg: string) => ({ body: { errcode, errmsg } })
  if (url.pathname !== "/cgi-bin/webhook/send" || url.searchParams.get("key") !== key) return says(93_000, `invalid webhook url, ${hint}`)
  const kind = String(json["msgtype"])
  const content = at(json, kind, "content")
  if (kind === "template_card") {
    const card = at(json, kind)
    const isWhole = at(card, "card_type") === "text_notice" && /^https?:/.test(String(at(card, "card_action", "url"))) &&
      typeof (at(card, "main_title", "title") ?? at(card, "sub_title_text")) === "string" && at(card, "jump_list", 3) === undefined
    return isWhole ? says(0, "ok") : says(40_058, `invalid Request Parameter, ${hint}`)
  }
  const most = limits[kind]
  if (most === undefined) return says(40_008, `invalid message type, ${hint}`)
  if (typeof content !== "string" || content === "") return says(44_004, `content is empty, ${hint}`)
  return Buffer.byteLength(content) > most ? says(40_058, `${kind}.content exceed max length ${most}`) : says(0, "ok")
}
