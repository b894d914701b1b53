import { at, type BotDoubleAnswer, type BotDoubleRequest, listAt } from "../BotDouble.ts"

export const path = "/services/T0000AAAA/B0000BBBB/abcdefghijklmnopqrstuvwx"

const membersOf = (value: unknown): ReadonlyArray<string> => typeof value === "object" && value !== null ? Object.keys(value) : []

/** Members that a kind does not have. Slack refuses a whole message because of one. */
const unknownIn = (value: unknown, known: ReadonlyArray<string>): ReadonlyArray<string> =>
  membersOf(value).filter((name) => name !== "type" && !known.includes(name)).map((name) => `${String(at(value, "type"))} has no ${name}`)

/** A text object: 1 to 3,000 characters; emoji only in plain text, verbatim only in markup. */
const faultsOfText = (text: unknown, most = 3_000, kinds: ReadonlyArray<string> = ["plain_text", "mrkdwn"]): ReadonlyArray<string> => {
  const kind = String(at(text, "type"))
  const said = at(text, "text")
  const isLong = typeof said !== "string" || said === "" || said.length > most
  return [
    ...(kinds.includes(kind) ? [] : [`a text of the kind ${kind}`]),
    ...(isLong ? [`a text that has not 1 to ${most} characters`] : []),
    ...unknownIn(text, ["text", kind === "plain_text" ? "emoji" : "verbatim"]),
    ...["emoji", "verbatim"].filter((name) => !["boolean", "undefined"].includes(typeof at(text, name)))
  ]
}

/** The allowed members of each kind of block, by the reference of Block Kit, for the kinds that the service uses. */
const faultsOfBlock = (block: unknown): ReadonlyArray<string> => {
  switch (at(block, "type")) {
    case "header":
      return [...unknownIn(block, ["text"]), ...faultsOfText(at(block, "text"), 150, ["plain_text"])]
    case "section":
      return [...unknownIn(block, ["text"]), ...faultsOfText(at(block, "text"))]
    case "divider":
      return unknownIn(block, [])
    case "context": {
      const elements = listAt(block, "elements")
      const isCrowded = elements.length < 1 || elements.length > 10
      return [
        ...unknownIn(block, ["elements"]),
        ...(isCrowded ? ["a context without 1 to 10 elements"] : []),
        ...elements.flatMap((element) => faultsOfText(element))
      ]
    }
    default:
      return [`a block of the kind ${String(at(block, "type"))}`]
  }
}

/** The faults of blocks. */
export const faultsOf = (blocks: ReadonlyArray<unknown>): ReadonlyArray<string> => [
  ...(blocks.length > 50 ? ["more than 50 blocks"] : []),
  ...blocks.flatMap(faultsOfBlock)
]

/** The webhook's published rules: its address, and the allowed blocks. */
export const webhook = ({ json, url }: BotDoubleRequest): BotDoubleAnswer => {
  if (url.pathname !== path) return { status: 404, body: "no_active_hooks" }
  const text = json["text"]
  const blocks = listAt(json, "blocks")
  if (blocks.length === 0 && (typeof text !== "string" || text === "")) return { status: 400, body: "no_text" }
  if (membersOf(json).some((name) => !["text", "mrkdwn", "blocks"].includes(name))) return { status: 400, body: "invalid_payload" }
  return faultsOf(blocks).length === 0 ? { body: "ok" } : { status: 400, body: "invalid_blocks" }
}
