import { Either, Redacted, Schema } from "effect"
import { type Fault, faultAt, saying } from "../Codes/Fault.ts"
import { expecting, wrong } from "../Domain/Fault.ts"
import { isOneLine, textUpTo } from "../Domain/Text.ts"
import { mainChat, type Topic, topics } from "../Domain/Topic.ts"
import { isBlank } from "../Domain/VisibleText.ts"
import { isObject, oneOf, type Reader, reading, secret, webhookUrl } from "./Forms.ts"
import { mailMembers, readMail } from "./Mail.ts"

/** The chat products that messages can be sent to, by their names in `chat_kind`. */
export const chatKinds = ["feishu", "dingtalk", "wecom", "slack", "discord", "telegram", "teams", "googlechat", "email", "webhook"] as const
export type ChatKind = typeof chatKinds[number]

/** One group: where its messages go, and which ones it gets. */
export interface Chat {
  readonly name: string
  /** A credential. */
  readonly url: Redacted.Redacted
  /** The chat product; null if the host of the address shows it. */
  readonly kind: ChatKind | null
  /** Empty if requests are not signed. */
  readonly secret: Redacted.Redacted
  /** A word that the bot requires; empty if it requires none. */
  readonly keyword: string
  readonly about: ReadonlyArray<Topic>
}

export const maxKeyword = 50
const maxName = 32

export const chatKind = oneOf(...chatKinds)

const topicsExpected = expecting("topics", `a list with one or more of ${topics.map((topic) => `"${topic}"`).join(" ")}`, {
  names: topics.join(" ")
})

/** What a chat gets. An empty list is refused: the chat would get nothing. */
export const about = Schema.NonEmptyArray(Schema.Literal(...topics)).annotations(topicsExpected)

const nameExpected = expecting("text_at_most", `a name of 1 to ${maxName} characters on one line`, { max: maxName })

/** Shown as typed in logs and lists. */
const Name = Schema.compose(textUpTo(maxName), Schema.String.pipe(
  Schema.filter((name) => !isBlank(name) && name === name.trim() && isOneLine(name), nameExpected)
)).annotations(nameExpected)

const Members = {
  name: Name,
  url: webhookUrl,
  secret: Schema.optionalWith(secret, { exact: true, default: () => Redacted.make("") }),
  keyword: Schema.optionalWith(textUpTo(maxKeyword), { exact: true, default: () => "" }),
  kind: Schema.optionalWith(chatKind, { exact: true }),
  about: Schema.optionalWith(about, { exact: true, default: () => topics })
}

const readMembers = reading(Schema.Struct(Members))

const memberNames: ReadonlyArray<string> = Object.keys(Members)

/** An owner or an accountant wants the result of the day, not each entry. */
const aboutMail = ["daily", "report", "alarm"] as const

const MailMembers = { name: Name, kind: chatKind, about: Schema.optionalWith(about, { exact: true, default: () => aboutMail }) }

const readOfMail = reading(Schema.Struct(MailMembers))

const mailNames: ReadonlyArray<string> = [...Object.keys(MailMembers), ...mailMembers]

/** The place of a member of `chats` in the file. */
export const placeInChats = (index: number, member: string): string => `chats${placeInList(index, member)}`

const placeInList = (index: number, member: string): string => member === "" ? `[${index}]` : `[${index}].${member}`

/** Misspelt members are refused: a misspelt `about` would send everything. */
const unknownMembers = (entry: object, names: ReadonlyArray<string>): ReadonlyArray<Fault> =>
  Object.keys(entry).filter((member) => !names.includes(member)).map((member) =>
    faultAt(member, saying("unknown_member", `is no member of a chat, expected ${names.join(" ")}`, { names: names.join(" ") }))
  )

const faultsIn = (read: Either.Either<unknown, ReadonlyArray<Fault>>): ReadonlyArray<Fault> => Either.isLeft(read) ? read.left : []

const readMailEntry = (entry: object): ReturnType<Reader<Chat>> => {
  const [chat, mail] = [readOfMail(entry), readMail(entry)]
  const faults = [...unknownMembers(entry, mailNames), ...faultsIn(chat), ...faultsIn(mail)]
  return Either.isLeft(chat) || Either.isLeft(mail) || faults.length > 0
    ? Either.left(faults)
    : Either.right({ ...chat.right, ...mail.right, keyword: "" })
}

const readEntry: Reader<Chat> = (entry) => {
  if (!isObject(entry)) {
    return Either.left([faultAt("", saying("json_object", "expected a JSON object with name and url, got something else"))])
  }
  if (entry["kind"] === "email") return readMailEntry(entry)
  const unknown = unknownMembers(entry, memberNames)
  const decoded = readMembers(entry)
  const faults = [...unknown, ...Either.isLeft(decoded) ? decoded.left : []]
  return Either.isLeft(decoded) || faults.length > 0
    ? Either.left(faults)
    : Either.right({ ...decoded.right, kind: decoded.right.kind ?? null })
}

/** A name identifies a chat's line of messages, so each chat needs its own. */
const nameFaults = (chats: ReadonlyArray<unknown>): ReadonlyArray<Fault> => {
  const names = chats.map((chat) => typeof chat === "object" && chat !== null && "name" in chat ? chat.name : undefined)
  return names.flatMap((name, index) => {
    const first = name === mainChat
      ? "the chat of chat_webhook_url"
      : names.indexOf(name) < index
      ? `chats[${names.indexOf(name)}]`
      : undefined
    return typeof name !== "string" || first === undefined
      ? []
      : [faultAt(placeInList(index, "name"), wrong("chat_name_taken", `a name of its own, because ${first} has this one`, name))]
  })
}

/** The setting `chats`. */
export const readChats: Reader<ReadonlyArray<Chat>> = (value) => {
  if (!Array.isArray(value)) return Either.left([saying("json_list", "expected a list of chats, got something else")])
  const entries = value.map(readEntry)
  const faults = [
    ...entries.flatMap((entry, index) =>
      Either.isLeft(entry) ? entry.left.map((fault) => ({ ...fault, field: placeInList(index, fault.field) })) : []
    ),
    ...nameFaults(value)
  ]
  return faults.length > 0 ? Either.left(faults) : Either.all(entries)
}
