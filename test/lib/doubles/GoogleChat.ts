import { at, type BotDoubleAnswer, type BotDoubleRequest, listAt } from "../BotDouble.ts"

export const path = "/v1/spaces/AAAAabcdEFG/messages"
export const token = "hHuPA8Ft28chPJ4VPdt-mnqZGjObmuasaZUpOr49H0g"
export const query = `?key=AIzaSyDdI0hCZtE6vySjMm-not-a-key-0123&token=${token}`

const failed = (code: number, status: string, message: string): BotDoubleAnswer => ({
  status: code,
  body: { error: { code, message, status } }
})

const namesOf = (value: unknown): ReadonlyArray<string> => typeof value === "object" && value !== null ? Object.keys(value) : []

const onlyHas = (value: unknown, ...names: ReadonlyArray<string>): boolean => namesOf(value).every((name) => names.includes(name))

/** Tags that the text of a card may have. */
const isText = (text: unknown): boolean =>
  typeof text === "string" && text !== "" && !/<(?!\/?(?:a|font)\b)/.test(text) && !/&(?!amp;|lt;|gt;|quot;)/.test(text)

const isWidget = (widget: unknown): boolean => {
  const [kind = "", ...others] = namesOf(widget)
  if (others.length > 0) return false
  if (kind === "textParagraph") return onlyHas(at(widget, kind), "text") && isText(at(widget, kind, "text"))
  return kind === "buttonList" &&
    listAt(widget, kind, "buttons").every((button) =>
      onlyHas(button, "text", "onClick") && URL.canParse(String(at(button, "onClick", "openLink", "url")))
    )
}

/** The faults of a body by the reference of `spaces.messages`, for the members that the service uses. */
export const faultsOf = (json: unknown): ReadonlyArray<string> => {
  const cards = listAt(json, "cardsV2")
  const sections = cards.flatMap((each) => listAt(each, "card", "sections"))
  const widgets = sections.flatMap((section) => listAt(section, "widgets"))
  return [
    ...(onlyHas(json, "text", "cardsV2", "fallbackText") ? [] : ["an unknown member"]),
    ...(Buffer.byteLength(JSON.stringify(json)) > 32_000 ? ["more than 32,000 bytes"] : []),
    ...(sections.some((section) => listAt(section, "widgets").length === 0) ? ["a section without widgets"] : []),
    ...(widgets.length > 100 ? ["more than 100 widgets"] : []),
    ...widgets.filter((widget) => !isWidget(widget)).map((widget) => `a wrong widget ${JSON.stringify(widget)}`),
    ...cards.flatMap((each) => String(at(each, "card", "header", "title") ?? "") === "" ? ["a header without a title"] : [])
  ]
}

/** The published rules of an incoming webhook. */
export const webhook = ({ json, url }: BotDoubleRequest): BotDoubleAnswer => {
  if (url.pathname !== path) return failed(404, "NOT_FOUND", "Requested entity was not found.")
  if (url.searchParams.get("token") !== token) return failed(403, "PERMISSION_DENIED", "The caller does not have permission")
  const text = json["text"]
  if (listAt(json, "cardsV2").length === 0 && (typeof text !== "string" || text === ""))
    return failed(400, "INVALID_ARGUMENT", "Message cannot be empty. Please provide text, card, or an attachment.")
  const [fault] = faultsOf(json)
  return fault === undefined
    ? { body: { name: "spaces/AAAAabcdEFG/messages/x.y", thread: { name: "spaces/AAAAabcdEFG/threads/x" } } }
    : failed(400, "INVALID_ARGUMENT", `Invalid JSON payload received: ${fault}`)
}
