import { Either, Redacted, Schema } from "effect"
import { type Fault, faultAt, saying } from "../Codes/Fault.ts"
import { expecting, expectingSecret, faultsOf, wrong } from "../Domain/Fault.ts"
import { textOf } from "../Domain/Text.ts"
import { mainChat, type Topic, topics } from "../Domain/Topic.ts"
import { isBlank } from "../Domain/Visible.ts"
import { type ChatKind, chatKinds } from "./ChatKind.ts"
import { oneOf } from "./Members.ts"
import { WebhookUrl } from "./WebhookUrl.ts"

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

export const Secret = Schema.Redacted(Schema.String.annotations(expectingSecret("text", "a text"))).annotations(
  expectingSecret("text", "a text")
)

export const maxKeyword = 50
const maxName = 32

export const KindOfChat = oneOf(...chatKinds)

const topicsExpected = expecting("topics", `a list with one or more of ${topics.map((topic) => `"${topic}"`).join(" ")}`, {
  names: topics.join(" ")
})

/** What a chat gets. An empty list is refused: the chat would get nothing. */
export const About = Schema.NonEmptyArray(Schema.Literal(...topics)).annotations(topicsExpected)

const nameExpected = expecting("text_at_most", `a name of 1 to ${maxName} characters on one line`, { max: maxName })

/** Shown as typed in logs and lists. */
const Name = Schema.compose(textOf(maxName), Schema.String.pipe(
  Schema.filter((name) => !isBlank(name) && name === name.trim() && !/[\p{Cc}\u2028\u2029]/u.test(name), nameExpected)
)).annotations(nameExpected)

const Members = {
  name: Name,
  url: WebhookUrl,
  secret: Schema.optionalWith(Secret, { exact: true, default: () => Redacted.make("") }),
  keyword: Schema.optionalWith(textOf(maxKeyword), { exact: true, default: () => "" }),
  kind: Schema.optionalWith(KindOfChat, { exact: true }),
  about: Schema.optionalWith(About, { exact: true, default: () => topics })
}

const Entry = Schema.Struct(Members)

const memberNames: ReadonlyArray<string> = Object.keys(Members)

/** The place of a member of `chats` in the file. */
export const placeInChats = (index: number, member: string): string => `chats[${index}].${member}`

/** Misspelt members are refused: a misspelt `about` would send everything. */
const unknownMembers = (entry: object): ReadonlyArray<Fault> =>
  Object.keys(entry).filter((member) => !memberNames.includes(member)).map((member) =>
    faultAt(member, saying("unknown_member", `is no member of a chat, expected ${memberNames.join(" ")}`, { names: memberNames.join(" ") }))
  )

const readEntry = (entry: unknown): Either.Either<Chat, ReadonlyArray<Fault>> => {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    return Either.left([faultAt("", saying("json_object", "expected a JSON object with name and url, got something else"))])
  }
  const unknown = unknownMembers(entry)
  const decoded = Either.mapLeft(Schema.decodeUnknownEither(Entry)(entry, { errors: "all" }), faultsOf)
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
      : [faultAt(placeInChats(index, "name"), wrong("chat_name_taken", `a name of its own, because ${first} has this one`, name))]
  })
}

/** Reads `chats`. Fails with every fault at once. */
export const readChats = (value: unknown): Either.Either<ReadonlyArray<Chat>, ReadonlyArray<Fault>> => {
  if (value === undefined) return Either.right([])
  if (!Array.isArray(value)) return Either.left([faultAt("chats", saying("json_list", "expected a list of chats, got something else"))])
  const entries = value.map(readEntry)
  const faults = [
    ...entries.flatMap((entry, index) =>
      Either.isLeft(entry)
        ? entry.left.map((fault) => ({ ...fault, field: fault.field === "" ? `chats[${index}]` : placeInChats(index, fault.field) }))
        : []
    ),
    ...nameFaults(value)
  ]
  return faults.length > 0 ? Either.left(faults) : Either.all(entries)
}
