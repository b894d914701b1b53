import { Either, Redacted, Schema } from "effect"
import { expecting, expectingSecret } from "../Domain/Fault.ts"
import { isOneLine } from "../Domain/Text.ts"
import { type Reader, reading, secret } from "./Forms.ts"

/** How mails are sent. */
interface MailAddress {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise STARTTLS is required. */
  readonly isSecure: boolean
  readonly user: string
  /** The name that greets the server. */
  readonly ehlo: string
  readonly from: string
  readonly to: ReadonlyArray<string>
}

const mostRecipients = 20

const isMailbox = (text: string): boolean =>
  text.length <= 254 && isOneLine(text) && /^[^\s<>@",;:()[\]\\]{1,64}@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(text)

const Mailbox = Schema.String.pipe(Schema.filter(isMailbox, expecting("mailbox", "one mail address, such as shop@example.com")))
  .annotations(expecting("mailbox", "one mail address, such as shop@example.com"))

const serverShape = /^smtps?:\/\/[^/?#@\s:]+(?::\d{1,5})?\/?$/i

export const isMailServer = (text: string): boolean => serverShape.test(text) && URL.canParse(text)

const serverExpected = expectingSecret("mail_server", "smtps://HOST:465 or smtp://HOST:587 alone")

const longestUser = 254

const userExpected = expecting("text_at_most", `a name of at most ${longestUser} characters on one line`, { max: longestUser })

const nameExpected = expecting("host_name", "the name of a host, such as shop.example.com")

const recipientsExpected = expecting("mailboxes", `a list of 1 to ${mostRecipients} mail addresses`, { max: mostRecipients })

const readMembers = reading(Schema.Struct({
  url: Schema.String.pipe(Schema.filter(isMailServer, serverExpected)).annotations(
    serverExpected
  ),
  user: Schema.optionalWith(
    Schema.String.pipe(Schema.filter((text) => text.length <= longestUser && isOneLine(text), userExpected)).annotations(userExpected),
    { exact: true }
  ),
  ehlo: Schema.optionalWith(
    Schema.String.pipe(Schema.filter((text) => /^[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?$/i.test(text), nameExpected)).annotations(
      nameExpected
    ),
    { exact: true }
  ),
  from: Mailbox,
  to: Schema.Array(Mailbox).pipe(Schema.minItems(1), Schema.maxItems(mostRecipients)).annotations(recipientsExpected),
  secret: Schema.optionalWith(secret, { exact: true, default: () => Redacted.make("") })
}))

/** The members of a chat of the kind `email`, besides those that each chat has. */
export const mailMembers: ReadonlyArray<string> = ["url", "user", "ehlo", "from", "to", "secret"]

/** Reads them as one address and a secret, which is what each chat has: `smtps://host:465/?user=…&from=…&to=…`. */
export const readMail: Reader<{ readonly url: Redacted.Redacted; readonly secret: Redacted.Redacted }> = (entry) =>
  Either.map(readMembers(entry), ({ ehlo, from, secret, to, url, user = from }) => {
    const address = new URL(url)
    address.pathname = "/"
    address.search = new URLSearchParams([
      ["user", user],
      ["from", from],
      ...to.map((each) => ["to", each]),
      ...(ehlo === undefined ? [] : [["ehlo", ehlo]])
    ]).toString()
    return { url: Redacted.make(address.href), secret }
  })

export const isMail = (address: string): boolean => /^smtps?:/i.test(address)

/** The parts of such an address. */
export const mailAddressOf = (address: string): MailAddress => {
  const { hostname: host, port, protocol, searchParams } = new URL(address)
  const from = searchParams.get("from") ?? ""
  const isSecure = protocol === "smtps:"
  return {
    host,
    port: port === "" ? isSecure ? 465 : 587 : Number(port),
    isSecure,
    user: searchParams.get("user") ?? "",
    // Some servers refuse the name or the address of a machine that is none of theirs.
    ehlo: searchParams.get("ehlo") ?? from.slice(from.lastIndexOf("@") + 1),
    from,
    to: searchParams.getAll("to")
  }
}
