import { Either } from "effect"
import { resolve, sep } from "node:path"
import { type Fault, faultAt, saying } from "../Codes/Fault.ts"
import { wrong } from "../Domain/Fault.ts"
import { isCredential } from "./Credentials.ts"
import { isObject } from "./Forms.ts"
import { isMailServer } from "./Mail.ts"
import { settingNames, settings } from "./Settings.ts"
import { under } from "./ShopConfig.ts"

/* What pages see of `config.json`, and how they change it (rule 1.19). */

type Members = Readonly<Record<string, unknown>>

/** Stands for a credential, which can be replaced and never read. */
export const hidden = "\u2026"

/** The keys that a page may change: not a file that the service then reads. */
export const pageKeys: ReadonlyArray<string> = settingNames.filter((key) => key !== settings.holidaysPath.key)

const urlOf = (address: unknown): URL | undefined => typeof address === "string" && URL.canParse(address) ? new URL(address) : undefined

/** Where an address leads, without what opens it: `https://bot.example/…`. That of a mail server alone has nothing to hide. */
const shownAddress = (address: unknown): string => {
  const url = urlOf(address)
  return url === undefined ? hidden : isMailServer(String(address)) ? String(address) : `${url.protocol}//${url.host}/${hidden}`
}

const shownMember = (key: string, value: unknown): unknown =>
  isCredential(key, value) ? key.endsWith("secret") ? hidden : shownAddress(value) : shownValue(value)

const shownValue = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shownValue)
    : isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shownMember(key, member)]))
    : value

/** A program is not changed on a page, only what a day gets for which it has no figure. */
const shownSource = (source: unknown): unknown =>
  isObject(source) && source["kind"] === "command" ? { kind: "command", without_figure: source["without_figure"] ?? "wait" } : source

/** The members of a file as pages see them. */
export const shownMembers = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).filter(([key]) => pageKeys.includes(key)).map((
      [key, value]
    ) => [key, key === settings.source.key ? shownSource(value) : shownMember(key, value)])
  )

/** What a secret is sent to: another place gets none that it was not given. */
const placeOf = (address: unknown, user: unknown): string => {
  const url = urlOf(address)
  return url === undefined ? String(address) : [url.protocol, url.username, url.host, user ?? ""].join(" ")
}

/** The address and the secret that a page has left as it saw them. */
const restored = (before: Members, after: Members, url: string, secret?: string): Members => {
  const address = after[url] === shownMember(url, before[url]) ? before[url] : after[url]
  const withAddress = address === undefined ? after : { ...after, [url]: address }
  if (secret === undefined || after[secret] !== hidden) return withAddress
  const isSamePlace = placeOf(address, after["user"]) === placeOf(before[url], before["user"])
  return { ...withAddress, [secret]: isSamePlace ? before[secret] ?? "" : "" }
}

/** The addresses of the top-level keys that have a secret. */
const pairs = [[settings.webhookUrl.key, settings.chatSecret.key], [settings.alertWebhookUrl.key, settings.alertSecret.key]] as const

const chatsFrom = (before: unknown, after: unknown): unknown => {
  if (!Array.isArray(after)) return after
  const known = Array.isArray(before) ? before.filter(isObject) : []
  return after.map((entry: unknown) => {
    if (!isObject(entry)) return entry
    // The name by which the page knows a chat that it has renamed.
    const { was = entry["name"], ...members } = entry
    return restored(known.find(({ name }) => name === was) ?? {}, members, "url", "secret")
  })
}

/** A variable of the environment. A page types none: the value would go to the server that the page names. */
const isVariable = (text: string): boolean => /^\$\w+$/.test(text)

/** What a page has not restored of a credential. */
const isHidden = (text: string): boolean => text.includes(hidden)

const placeholder = saying("secret_again", "expected the whole address or secret, because it is for another place than before")

/** The credentials that only stand for something. */
const placeholdersIn = (is: (text: string) => boolean, value: unknown, at = ""): ReadonlyArray<Fault> =>
  typeof value !== "object" || value === null ? [] : Object.entries(value).flatMap(([key, member]) => {
    const place = Array.isArray(value) ? `${at}[${key}]` : at === "" ? key : `${at}.${key}`
    return isCredential(key, member) && typeof member === "string" && is(member)
      ? [faultAt(place, placeholder)]
      : placeholdersIn(is, member, place)
  })

const sourceFrom = (before: unknown, after: unknown): Either.Either<unknown, Fault> => {
  const [was, is] = [before, after].map((source) => isObject(source) && source["kind"] === "command")
  if (!was && !is) return Either.right(after)
  return was && is && isObject(before) && isObject(after)
    ? Either.right({ ...before, without_figure: after["without_figure"] })
    : Either.left(saying("set_in_file", "a program is set in the file alone"))
}

const goalsFrom = (before: unknown, after: unknown): unknown => {
  const { default: _, ...months } = isObject(before) ? before : {}
  if (!isObject(after)) return after
  return after["default"] !== undefined && after["default"] !== null ? { ...months, default: after["default"] } : months
}

const isBelow = (folder: string, path: string): boolean => `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`)

const folderFrom = (before: unknown, after: unknown, own: string): Either.Either<unknown, Fault> => {
  const allowed = [own, ...(typeof before === "string" && before !== "" ? [before] : [])]
  return typeof after !== "string" || after === "" || allowed.some((folder) => isBelow(folder, after))
    ? Either.right(after)
    : Either.left(wrong("folder_below", `a folder below ${allowed.join(" or ")}`, after, { names: allowed.join(" ") }))
}

/**
 * The members of the file after a change from a page; keys that no page knows stay. null takes a key out.
 * @param folder below which backups may be put
 */
export const membersAfter = (known: Members, set: Members, folder: string): Either.Either<Members, ReadonlyArray<Fault>> => {
  const faults: Array<Fault> = Object.keys(set).filter((key) => !pageKeys.includes(key)).map((key) =>
    faultAt(key, saying("set_in_file", "is no setting that a page changes"))
  )
  const take = (key: string, read: Either.Either<unknown, Fault>): unknown =>
    Either.getOrElse(read, (fault) => {
      faults.push(under(key)(fault))
      return known[key]
    })
  const members: Record<string, unknown> = { ...known, ...restored(known, set, settings.heartbeatUrl.key) }
  for (const [url, secret] of pairs) {
    if (url in set || secret in set)
      Object.assign(members, restored(known, { [url]: members[url], [secret]: set[secret] ?? hidden }, url, secret))
  }
  if (settings.chats.key in set) members[settings.chats.key] = chatsFrom(known[settings.chats.key], set[settings.chats.key])
  if (settings.goals.key in set) members[settings.goals.key] = goalsFrom(known[settings.goals.key], set[settings.goals.key])
  for (const [key, read] of [[settings.source.key, sourceFrom], [settings.backupDir.key, folderFrom]] as const)
    if (key in set) members[key] = take(key, read(known[key], set[key], folder))
  const gone = [
    ...(settings.cutoffTime.key in set ? [settings.cutoffHour.key] : []),
    ...Object.keys(set).filter((key) => set[key] === null)
  ]
  const kept = Object.fromEntries(Object.entries(members).filter(([key]) => !gone.includes(key)))
  const changed = Object.fromEntries(Object.entries(kept).filter(([key]) => key in set))
  faults.push(...placeholdersIn(isVariable, set), ...placeholdersIn(isHidden, changed))
  return faults.length > 0 ? Either.left(faults) : Either.right(kept)
}

/** The lines that a file lacks, for a person who writes them into it. No credential is shown. */
export const linesOf = (known: Members, members: Members): ReadonlyArray<string> =>
  Object.entries(shownMembers(members)).filter(([key]) => JSON.stringify(members[key]) !== JSON.stringify(known[key]))
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)},`)
