/* Decides which parts of an address or a header are credentials. Log, messages, alarm and doctor all use it, so that a
   credential is hidden everywhere. */

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Shorter texts are no secrets: they occur in sentences by chance, and hiding them would hide words. */
export const shortestSecret = 4

/** Ordinary words in the path of a webhook. */
const ordinaryWords = new Set((
  "alert alerts bot callback chat event events hook hooks incoming incoming-webhook incomingwebhook message " +
  "messages notification notifications notify post publish push report reports robot send sendmessage services " +
  "test text true false turnover webhook webhookb2 webhooks"
).split(" "))

const isOrdinary = (text: string): boolean => text.length < shortestSecret || ordinaryWords.has(text.toLowerCase())

/** Whether a text is long, or has both letters and digits, which ordinary words of a path have not. */
const looksRandom = (text: string): boolean =>
  !isOrdinary(text) && (text.length >= 20 || (text.length >= 8 && /\d/.test(text) && /[a-z]/i.test(text)))

const secretWords = new Set((
  "access apikey auth authorization code cookie credential credentials hook jwt key pass passphrase passwd " +
  "password pwd secret session sig sign signature token"
).split(" "))

/** `access_token`, `X-Api-Key`, `accessToken`, `apikey`. */
const namesSecret = (name: string): boolean =>
  name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z\d]+/).some((word) =>
    secretWords.has(word) || /token$|secret$/.test(word)
  )

/** A sentence names the reader of a mail who is refused. */
const isMailbox = (value: string): boolean => /^[^\s@:/]+@[a-z\d.-]+$/i.test(value)

/** The value of a named parameter or header, if it may be a credential. */
const secretsOfNamed = (name: string, value: string): ReadonlyArray<string> =>
  (namesSecret(name) ? !isOrdinary(value) : looksRandom(value) && !isMailbox(value)) ? [value] : []

/** The parts of `user:password@`, and the pair, which `Authorization` contains in Base64. */
const secretsOfUserInfo = ({ password, username }: URL): ReadonlyArray<string> => {
  if (username === "" && password === "") return []
  const pair = `${decoded(username)}:${decoded(password)}`
  // With a password, the user is a name and may be an ordinary word. Alone, it is the credential.
  const users = password === "" || looksRandom(decoded(username)) ? [username] : []
  return [pair, `${username}:${password}`, ...users, password]
}

const segmentsOf = ({ pathname }: URL): ReadonlyArray<string> => pathname.split("/").filter((segment) => segment !== "")

/** No product's token is as short. A shorter word after `hook`, such as `card`, would be hidden wherever a log line has it. */
const shortestToken = 5

/** Tokens at known places of a path: after `hook` (Feishu), or after `bot` in the same segment (Telegram). */
const knownInPath = (segments: ReadonlyArray<string>): ReadonlyArray<string> =>
  segments.flatMap((segment, index) => {
    const telegram = /^bot(\d+(?::|%3A).+)$/i.exec(segment)?.[1]
    if (telegram !== undefined) return [telegram]
    return /^hooks?$/i.test(segments[index - 1] ?? "") && decoded(segment).length >= shortestToken && !isOrdinary(decoded(segment))
      ? [segment]
      : []
  })

const secretsOfPath = (
  segments: ReadonlyArray<string>
): ReadonlyArray<string> => [...knownInPath(segments), ...segments.filter((segment) => looksRandom(decoded(segment)))]

/** The values of a query, both raw and decoded, because a text may contain either. */
const secretsOfQuery = (url: URL): ReadonlyArray<string> => [
  ...[...url.searchParams].flatMap(([name, value]) => secretsOfNamed(name, value)),
  ...url.search.slice(1).split("&").flatMap((part) => {
    const [name = "", ...rest] = part.split("=")
    const value = rest.join("=")
    return secretsOfNamed(decoded(name), decoded(value)).length > 0 ? [value] : []
  })
]

/** Every part of an address that is a credential, and the whole address; both as written and decoded. */
export const secretsOfAddress = (address: string): ReadonlyArray<string> => {
  if (!URL.canParse(address)) return [address]
  const url = new URL(address)
  if (url.host === "") return []
  const segments = segmentsOf(url)
  const found = [...secretsOfUserInfo(url), ...secretsOfQuery(url), ...secretsOfPath(segments)]
  // An address without a recognized credential may still end in one, such as a topic that is hard to guess.
  const last = segments.at(-1)
  const guessed = found.length === 0 && last !== undefined && last.length >= 8 && !isOrdinary(decoded(last)) ? [last] : []
  const parts = [...found, ...guessed]
  const wholes = parts.length === 0 ? [] : [address, url.href]
  return [...wholes, ...parts, ...parts.map(decoded)]
}

/** The credentials of a header: the value, the part after its scheme, and for `Basic` the name and password. */
export const secretsOfHeader = (name: string, value: string): ReadonlyArray<string> => {
  const [, scheme = "", credentials = ""] = /^(basic|bearer|token|apikey)\s+(\S.*)$/i.exec(value) ?? []
  if (credentials === "") return secretsOfNamed(name, value)
  if (scheme.toLowerCase() !== "basic") return [value, credentials]
  const pair = Buffer.from(credentials, "base64").toString("utf8")
  return [value, credentials, pair, pair.slice(pair.indexOf(":") + 1)]
}
