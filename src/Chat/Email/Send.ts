import { Effect } from "effect"
import { Readable } from "node:stream"
import { mailAddressOf } from "../../Config/Mail.ts"
import type { Mail, MailRequest } from "../Email.ts"
import { NetworkFault } from "../NoReply.ts"
import type { BotRequest } from "../Product.ts"
import type { Reply } from "../Reply.ts"

type Mailer = typeof import("./Mailer.ts")
type Connection = InstanceType<Mailer["SMTPConnection"]>

/** An error of the library, or the server's refusal in it. */
interface SmtpError extends Error {
  readonly code?: string
  readonly responseCode?: number
  readonly response?: string
}

const load = Effect.promise((): Promise<Mailer> => import("./Mailer.ts"))

/** Neither a server's greeting nor its answers may take longer than an attempt. */
const patience = 10_000

const sentences: Readonly<Record<string, string>> = {
  EDNS: "The name of the mail server cannot be resolved: check chat_webhook_url and the network",
  ETLS: "No secure connection to the mail server: smtp:// requires STARTTLS, smtps:// TLS from the beginning",
  ETIMEDOUT: "The mail server does not answer in time",
  EAUTH: "The mail server offers no way to sign in that is known here"
}

const broke = "The connection broke after the mail was sent, so it may or may not have arrived"

const isReply = (status: number | undefined): status is number => status !== undefined && status >= 200 && status < 600

/** The server's refusal as a reply; otherwise a fault, after which the mail may have arrived if its content had begun. */
const outcomeOf = (error: SmtpError, hasBegun: boolean): Effect.Effect<Reply, NetworkFault> => {
  const { code = "no code", response = "", responseCode } = error
  // A server without STARTTLS has not refused the mail.
  if (code !== "ETLS" && isReply(responseCode))
    return Effect.succeed({ status: responseCode, retryAfter: undefined, body: response.replace(/^\d{3}[ -]/, "") })
  const sentence = hasBegun ? broke : sentences[code] ?? "No connection to the mail server: check chat_webhook_url and the network"
  return Effect.fail(new NetworkFault(`${sentence} (${code})`, hasBegun))
}

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

/** A connection that has signed in. A later error of it, such as the end of an idle connection, means nothing. */
const connected = (address: string, password: string) =>
  Effect.gen(function*() {
    const { SMTPConnection } = yield* load
    const { host, isSecure, port, user } = mailAddressOf(address)
    const connection = yield* Effect.acquireRelease(
      Effect.sync(() =>
        new SMTPConnection({
          host,
          port,
          secure: isSecure,
          requireTLS: !isSecure,
          connectionTimeout: patience,
          greetingTimeout: patience,
          socketTimeout: patience
        })
      ),
      (open) => Effect.sync(() => open.close())
    )
    connection.on("error", () => undefined)
    yield* step(connection, (done) => connection.connect((error) => done(error as SmtpError | undefined)))
    if (password !== "")
      yield* step(connection, (done) => connection.login({ user, pass: password }, (error) => done(error as SmtpError | null)))
    return connection
  })

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

/** The part of an attempt's time after which a mail whose content was not sent has certainly not arrived. */
const share = 0.9

/** Sends a mail in a connection of its own. Fails if the server gave no reply to it. */
export const sendMail = (
  { body = "{}", password = "", url }: BotRequest,
  timeoutMillis: number
): Effect.Effect<Reply, NetworkFault> =>
  Effect.gen(function*() {
    const bytes = yield* composed(JSON.parse(body) as MailRequest, url)
    const { from, to } = mailAddressOf(url)
    let hasBegun = false
    // The content is read once the server has accepted the sender, a recipient and DATA.
    const content = new Readable({
      read() {
        hasBegun = true
        this.push(bytes)
        this.push(null)
      }
    })
    const sent = Effect.gen(function*() {
      const connection = yield* connected(url, password)
      const info = yield* step<{ readonly rejected?: ReadonlyArray<string>; readonly response?: string }>(connection,
        (done) => connection.send({ from, to: [...to] }, content, (error, found) => done(error as SmtpError | null, found)))
      connection.quit()
      const refused = info?.rejected?.length ?? 0
      return {
        status: 250,
        retryAfter: undefined,
        body: info?.response ?? "",
        headers: refused === 0 ? {} : { "x-refused": `${refused} of ${to.length}` }
      }
    })
    const inTime = Effect.timeoutFail(Effect.scoped(sent), {
      duration: timeoutMillis * share,
      onTimeout: (): SmtpError => Object.assign(new Error("no reply"), { code: "ETIMEDOUT" })
    })
    return yield* Effect.catchAll(inTime, (error) => outcomeOf(error, hasBegun))
  })

/** Signs in to the mail server and sends nothing. Returns the server's refusal; undefined if it accepts the password. */
export const tryMailServer = (address: string, password: string): Effect.Effect<Reply | undefined, NetworkFault> =>
  Effect.scoped(connected(address, password)).pipe(
    Effect.as(undefined),
    Effect.catchAll((error) => outcomeOf(error, false))
  )
