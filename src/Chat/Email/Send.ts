import { Effect } from "effect"
import { Readable } from "node:stream"
import { mailAddressOf } from "../../Config/Mail.ts"
import type { MailAnswers } from "../../Domain/Attempt.ts"
import type { Mail, MailRequest } from "../Email.ts"
import type { NetworkFault } from "../NoReply.ts"
import type { BotRequest } from "../Product.ts"
import type { Reply } from "../Reply.ts"
import { faultOf, outcomeOf, refusalOf, type SmtpError } from "./Outcome.ts"

type Mailer = typeof import("./Mailer.ts")
type Connection = InstanceType<Mailer["SMTPConnection"]>

/** What the library says of a mail that at least one recipient gets. */
interface Sent {
  readonly accepted?: ReadonlyArray<string>
  readonly rejectedErrors?: ReadonlyArray<SmtpError> | undefined
  readonly response?: string
}

const load = Effect.promise((): Promise<Mailer> => import("./Mailer.ts"))

/** Runs one step of a connection. Whatever ends the connection ends the step. */
const step = <A>(connection: Connection, run: (done: (error: SmtpError | null | undefined, value?: A) => void) => void) =>
  Effect.async<A | undefined, SmtpError>((resume) => {
    const ended = (error: SmtpError) => resume(Effect.fail(error))
    connection.once("error", ended)
    run((error, value) => {
      connection.off("error", ended)
      resume(error ? Effect.fail(error) : Effect.succeed(value))
    })
  })

/** The part of an attempt's time after which a mail whose content was not sent has certainly not arrived. */
const share = 0.9

/** Uses a connection that has signed in, for as long as an attempt may take. */
const conversation = <A>(
  address: string,
  password: string,
  millis: number,
  use: (connection: Connection) => Effect.Effect<A, SmtpError>
): Effect.Effect<A, SmtpError> => {
  const { ehlo, host, isSecure, port, user } = mailAddressOf(address)
  let begun: Connection | undefined
  return Effect.gen(function*() {
    const { SMTPConnection } = yield* load
    const connection = yield* Effect.acquireRelease(
      Effect.sync(() =>
        new SMTPConnection({
          host,
          port,
          name: ehlo,
          secure: isSecure,
          requireTLS: !isSecure,
          // A step may take all of it: a server may look into a mail before it answers.
          connectionTimeout: millis,
          greetingTimeout: millis,
          socketTimeout: millis
        })
      ),
      (open) => Effect.sync(() => open.close())
    )
    begun = connection
    // A later error, such as the end of an idle connection, means nothing.
    connection.on("error", () => undefined)
    yield* step(connection, (done) => connection.connect((error) => done(error as SmtpError | undefined)))
    if (password !== "" && !connection.allowsAuth) return yield* Effect.fail(faultOf("ENOAUTH"))
    if (password !== "")
      yield* step(connection, (done) => connection.login({ user, pass: password }, (error) => done(error as SmtpError | null)))
    return yield* use(connection)
  }).pipe(
    Effect.scoped,
    Effect.timeoutFail({
      duration: millis * share,
      onTimeout: () => faultOf(!isSecure && begun?.lastServerResponse === false ? "ESILENT" : "ETIMEDOUT")
    })
  )
}

const composed = (mail: Mail & { readonly id?: string }, address: string) =>
  Effect.flatMap(load, ({ MailComposer }) => {
    const { from, to } = mailAddressOf(address)
    const id = mail.id?.replaceAll(/[^\w.-]/g, "-") ?? "turnover"
    const node = new MailComposer({
      from: { name: mail.shop, address: from },
      to: [...to],
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
      headers: { "Auto-Submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true
    }).compile()
    return Effect.promise(() => node.build())
  })

const none: MailAnswers = { taken: [], refused: [] }

/** The readers whose answer is open. If a person sends a refused mail again, the refused ones are asked again. */
const openReaders = (to: ReadonlyArray<string>, { refused, taken }: MailAnswers): ReadonlyArray<string> => {
  const without = to.filter((reader) => !taken.includes(reader))
  const open = without.filter((reader) => refused.every((refusal) => refusal.reader !== reader))
  return open.length > 0 ? open : without
}

/**
 * Sends a mail in a connection of its own, to the readers whom no earlier attempt has reached. Fails if the server gave no reply to it.
 */
export const sendMail = (
  { answered = none, body = "{}", password = "", url }: BotRequest,
  timeoutMillis: number
): Effect.Effect<Reply, NetworkFault> =>
  Effect.gen(function*() {
    const { from, to } = mailAddressOf(url)
    const asked = openReaders(to, answered)
    if (asked.length === 0) return { status: 250, retryAfter: undefined, body: "", readers: answered }
    const bytes = yield* composed(JSON.parse(body) as MailRequest, url)
    let hasBegun = false
    // The content is read once the server has accepted the sender, a recipient and DATA.
    const content = new Readable({
      read() {
        hasBegun = true
        this.push(bytes)
        this.push(null)
      }
    })
    const sent = conversation(url, password, timeoutMillis, (connection) =>
      Effect.map(
        step<Sent>(connection,
          (done) => connection.send({ from, to: [...asked] }, content, (error, found) => done(error as SmtpError | null, found))),
        (sent): Reply => {
          const { accepted = [], rejectedErrors = [], response = "" } = sent ?? {}
          connection.quit()
          return {
            status: 250,
            retryAfter: undefined,
            body: response,
            readers: { taken: accepted, refused: rejectedErrors.map(refusalOf) }
          }
        }
      ))
    const reply = yield* Effect.catchAll(sent, (error) => outcomeOf(error, hasBegun))
    const { readers } = reply
    const earlier = answered.refused.filter(({ reader }) => !asked.includes(reader))
    return readers === undefined ? reply : {
      ...reply,
      readers: { taken: [...answered.taken, ...readers.taken], refused: [...earlier, ...readers.refused] }
    }
  })

/** Signs in to the mail server and sends nothing. Returns the server's refusal; undefined if it accepts the password. */
export const tryMailServer = (address: string, password: string, millis: number): Effect.Effect<Reply | undefined, NetworkFault> =>
  conversation(address, password, millis, () => Effect.succeed(undefined)).pipe(
    Effect.catchAll((error) => outcomeOf(error, false))
  )
