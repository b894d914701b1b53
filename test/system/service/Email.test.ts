import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Either, Redacted } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import type { AddressInfo, Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as tls from "node:tls"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { AlarmChannel, alarmChannel } from "../../../src/Alarm.ts"
import { makeBot } from "../../../src/Chat/Bot.ts"
import { BotMemory } from "../../../src/Chat/BotMemory.ts"
import { email } from "../../../src/Chat/Email.ts"
import { compose } from "../../../src/Chat/Message.ts"
import { readChats } from "../../../src/Config/Chats.ts"
import type { Announcement } from "../../../src/Domain/Announcement.ts"
import * as Secrets from "../../../src/Logging/Secrets.ts"
import { day, shop } from "../../Chat/Samples.ts"
import { turnover } from "../commands/CommandProcess.ts"
import { makeCertificate } from "../lib/Certificate.ts"
import { serviceFolder } from "../lib/ServiceProcess.ts"

const password = "app pass-word/7f3b"

/** A certificate of localhost that this process trusts. */
const certificate = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "turnover-mail-"))
    const found = makeCertificate(folder, "localhost")
    const trusted = tls.getCACertificates("default")
    tls.setDefaultCACertificates([...trusted, found.cert.toString()])
    return { ...found, folder, trusted }
  }),
  ({ folder, trusted }) =>
    Effect.sync(() => {
      tls.setDefaultCACertificates(trusted)
      rmSync(folder, { recursive: true })
    })
)

/** A mail server of the library that its author tests with, and the mails that it took. */
const mailServer = (options: SMTPServerOptions = {}, sockets = new Set<Socket>()) =>
  Effect.gen(function*() {
    const { cert, file, key } = yield* certificate
    const mails: Array<string> = []
    const server = new SMTPServer({
      key,
      cert,
      authMethods: ["PLAIN", "LOGIN"],
      onAuth: (auth, _, done) =>
        auth.password === password ? done(null, { user: auth.username }) : done(Object.assign(new Error("no"), { responseCode: 535 })),
      onData: (stream, _, done) => {
        let mail = ""
        stream.on("data", (part: Buffer) => {
          mail += part.toString("utf8")
        }).on("end", () => {
          mails.push(mail)
          done()
        })
      },
      ...options
    })
    server.on("error", () => undefined)
    server.server.on("connection", (socket: Socket) => sockets.add(socket))
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => void server.listen(0, "localhost", () => resume(Effect.void))),
      () => Effect.async<void>((resume) => server.close(() => resume(Effect.void)))
    )
    return { certFile: file, mails, port: (server.server.address() as AddressInfo).port }
  })

const owner = "owner@shop.example"

/** Sends a message as the service does, by the entry of `chats`. */
const send = (url: string, {
  announcement = day(),
  ehlo,
  memory = new Map(),
  millis = 8_000,
  secret = password,
  shopName = "老王饺子",
  to = [owner]
}: {
  readonly announcement?: Announcement
  readonly ehlo?: string
  /** What is stored between the attempts. */
  readonly memory?: Map<string, string>
  readonly millis?: number
  readonly shopName?: string
  readonly to?: ReadonlyArray<string>
  readonly secret?: string
} = {}) =>
  Effect.gen(function*() {
    const entry = { name: "mail", kind: "email", url, user: "owner", from: "till@shop.example", to, secret, ...(ehlo && { ehlo }) }
    const [chat] = Either.getOrThrow(readChats([entry]))
    const sendTo = yield* makeBot
    const context = { ...shop, shopName, publicUrl: "https://shop.example" }
    const body = email.message(compose(announcement, context), "card")
    const address = Redacted.value(chat?.url ?? Redacted.make(""))
    return yield* sendTo({ product: email, address, secret, zone: DateTime.zoneMakeOffset(0), id: "7-abc-mail", at: 1 }, body, millis)
  }).pipe(
    Effect.provideService(BotMemory, {
      get: (what, bot) => Effect.sync(() => memory.get(`${what} ${bot}`)),
      set: (what, bot, value) => Effect.sync(() => void memory.set(`${what} ${bot}`, value)),
      installation: Effect.succeed("turnover")
    }),
    Effect.provide([NodeHttpClient.layer, Secrets.layer])
  )

const answering = (responseCode: number, said: string) => Object.assign(new Error(said), { responseCode })

/** The parts of a mail whose texts are quoted-printable or Base64, as a reader sees them. */
const decoded = (mail: string): string =>
  mail.replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=(?:\r?\n +)?/gi, (_, kind: string, text: string) =>
    kind.toUpperCase() === "B"
      ? Buffer.from(text, "base64").toString("utf8")
      : decodeURIComponent(text.replaceAll("_", " ").replaceAll("%", "%25").replaceAll("=", "%")))

const partsOf = (mail: string): ReadonlyArray<string> =>
  mail.split(/^--[^\r\n]+\r?\n/m).slice(1).map((part) => {
    const [head = "", ...rest] = part.split("\r\n\r\n")
    const text = rest.join("\r\n\r\n")
    return /base64/i.test(head)
      ? Buffer.from(text, "base64").toString("utf8")
      : Buffer.from(
        text.replaceAll("=\r\n", "").replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        "latin1"
      ).toString("utf8")
  })

describe.sequential("a mail", () => {
  it.scopedLive("is sent by the built program, with a password of the environment", () =>
    Effect.gen(function*() {
      const { certFile, mails, port } = yield* mailServer()
      const folder = yield* serviceFolder
      const chats = (secret: string) =>
        writeFileSync(join(folder, "config.json"), JSON.stringify({
          chat_webhook_url: "console:",
          shop_name: "Corner shop",
          chats: [
            { name: "mail", kind: "email", url: `smtp://localhost:${port}`, from: "till@shop.example", to: [owner], secret }
          ]
        }))
      const env = { MAIL_PASSWORD: password, NODE_EXTRA_CA_CERTS: certFile }
      chats("$MAIL_PASSWORD")
      const pushed = yield* turnover(folder, ["test-push", "--chat", "mail"], { env })
      assert.deepStrictEqual([pushed.code, mails.length], [0, 1], pushed.stderr)
      assert.include((yield* turnover(folder, ["doctor"], { env })).stdout,
        "the mail server answers, and accepts the user and the password")
      chats("wrong")
      const refused = yield* turnover(folder, ["doctor"], { env })
      assert.include(refused.stdout, "The mail server refuses the user or the password: check chats[0].secret")
      // A password may begin with a $ itself.
      chats("$ecretWord")
      const { stdout } = yield* turnover(folder, ["config", "check"], { env })
      assert.include(stdout, "chats[0].secret: expected the name of an environment variable that is set, got another (not shown")
      assert.notInclude(stdout, "ecretWord")
    }))

  it.scopedLive("goes out by STARTTLS and by TLS, with a Chinese subject, a text and HTML, and nothing of it is a header or markup", () =>
    Effect.gen(function*() {
      const announcement = day({
        kind: "corrected",
        before: day().cents,
        source: "manual",
        reason: "<script>x</script>\r\nBcc: evil@evil.example",
        actor: "王"
      })
      for (const secure of [false, true]) {
        const { mails, port } = yield* mailServer({ secure })
        const shopName = "老王\r\nBcc: evil@evil.example <饺子>"
        const delivery = yield* send(`${secure ? "smtps" : "smtp"}://localhost:${port}`, { announcement, shopName })
        assert.deepStrictEqual([delivery.verdict, delivery.detail], ["accepted", "The mail server took the mail"])
        const [mail = ""] = mails
        const [head = ""] = decoded(mail).split("\r\n\r\n")
        assert.match(head, /^Subject: 更正 12月9日/m)
        assert.match(head, /^To: owner@shop\.example$/m)
        assert.match(head, /^Message-ID: <.*7-abc-mail@shop\.example>$/mi)
        assert.notMatch(head, /^Bcc/m)
        const [text = "", html = ""] = partsOf(mail)
        assert.include(text, "https://shop.example/#2025-12-09")
        assert.include(html, "<a href=\"https://shop.example/#2025-12-09\">看这一天</a>")
        assert.notInclude(html, "<script>")
        assert.notInclude(html, "evil@")
      }
    }))

  it.scopedLive("has a verdict by the class of the server's reply", () =>
    Effect.gen(function*() {
      const refusing = (responseCode: number) => (_: unknown, __: unknown, done: (error?: Error | null) => void) =>
        done(Object.assign(new Error("said so"), { responseCode }))
      for (
        const [options, secret, verdict, sentence] of [
          [{}, "wrong", "permanent", "refuses the user or the password"],
          [{ onRcptTo: refusing(451) }, password, "transient", `did not take the mail; not now for ${owner} (SMTP 451, said so)`],
          [{ onRcptTo: refusing(550) }, password, "permanent", `did not take the mail; never for ${owner} (SMTP 550, said so): check to`],
          [
            { onAuth: (_, __, done) => done(answering(535, "5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled")) },
            password,
            "permanent",
            "Microsoft lets no program sign in to this mailbox with a password: turn on Authenticated SMTP"
          ],
          [{ onMailFrom: refusing(550) }, password, "permanent", "refuses the mail: check from and to, and what it allows (SMTP 550"],
          [
            {
              onData: (stream, _, done) =>
                void stream.resume().on("end", () => done(Object.assign(new Error("full"), { responseCode: 452 })))
            },
            password,
            "transient",
            "(SMTP 452"
          ],
          [
            { disabledCommands: ["STARTTLS"] },
            password,
            "transient",
            "offers no STARTTLS on this port: if it expects TLS from the first byte"
          ],
          [{ disabledCommands: ["AUTH"] }, password, "transient", "takes no password on this port (no AUTH)"]
        ] as ReadonlyArray<readonly [SMTPServerOptions, string, string, string]>
      ) {
        const { port } = yield* mailServer(options)
        const delivery = yield* send(`smtp://localhost:${port}`, { secret })
        assert.strictEqual(delivery.verdict, verdict, delivery.detail)
        assert.include(delivery.detail, sentence)
        assert.notInclude(delivery.detail, password)
      }
    }))

  it.scopedLive("may have arrived if the connection breaks after DATA, and has not before", () =>
    Effect.gen(function*() {
      const sockets = new Set<Socket>()
      const { port } = yield* mailServer({
        onData: (stream) => void stream.resume().on("end", () => sockets.forEach((socket) => socket.destroy()))
      }, sockets)
      const delivery = yield* send(`smtp://localhost:${port}`)
      assert.strictEqual(delivery.verdict, "unknown", delivery.detail)
      assert.include(delivery.detail, "The connection broke after the mail was sent")
      const refused = yield* send("smtp://localhost:1")
      assert.strictEqual(refused.verdict, "transient", refused.detail)
      assert.include(refused.detail, "No connection to the mail server")
    }))

  it.scopedLive("has not arrived if the server says nothing before it has the content, and may have arrived after that", () =>
    Effect.gen(function*() {
      const silent = yield* mailServer({ onMailFrom: () => undefined })
      const delivery = yield* send(`smtp://localhost:${silent.port}`, { millis: 1_000 })
      assert.deepStrictEqual([delivery.verdict, delivery.detail], ["transient", "The mail server does not answer in time (ETIMEDOUT)"])
      const slow = yield* mailServer({ onData: (stream) => void stream.resume() })
      assert.strictEqual((yield* send(`smtp://localhost:${slow.port}`, { millis: 1_000 })).verdict, "unknown")
    }))

  it.scopedLive("shows no password that the server repeats as it was sent", () =>
    Effect.gen(function*() {
      const sent = Buffer.from(`\0owner\0${password}`).toString("base64")
      const { port } = yield* mailServer({
        onAuth: (_, __, done) => done(Object.assign(new Error(`who is ${sent}?`), { responseCode: 535 }))
      })
      const delivery = yield* send(`smtp://localhost:${port}`)
      assert.include(delivery.detail, "who is ")
      assert.notInclude(JSON.stringify(delivery), sent)
    }))

  it.scopedLive("says of a wrong certificate and a wrong form of TLS what they are, and what to write", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const stranger = makeCertificate(folder, "elsewhere.example")
      for (
        const [options, scheme, sentence] of [
          [{ key: stranger.key, cert: stranger.cert }, "smtp", "certificate is not valid here: check the host in url"],
          [{ key: stranger.key, cert: stranger.cert, secure: true }, "smtps", "certificate is not valid here: check the host in url"],
          [{}, "smtps", "does not begin with TLS on this port: write smtp://"],
          [
            { secure: true },
            "smtp",
            "says nothing on this port: check it; if it expects TLS from the first byte, as port 465 usually does, write"
          ]
        ] as ReadonlyArray<readonly [SMTPServerOptions, string, string]>
      ) {
        const { port } = yield* mailServer(options)
        const delivery = yield* send(`${scheme}://localhost:${port}`, { millis: 2_000 })
        assert.deepStrictEqual([delivery.verdict, delivery.status], ["transient", null])
        assert.include(delivery.detail, sentence)
      }
    }))

  it.scopedLive("greets the server with the domain of from, or as ehlo says, and names a greeting that is refused", () =>
    Effect.gen(function*() {
      const heard: Array<string> = []
      const { port } = yield* mailServer({
        onMailFrom: (_, session, done) => {
          heard.push(session.hostNameAppearsAs)
          done()
        }
      })
      yield* send(`smtp://localhost:${port}`)
      yield* send(`smtp://localhost:${port}`, { ehlo: "till.shop.example" })
      assert.deepStrictEqual(heard, ["shop.example", "till.shop.example"])
      const choosy = yield* mailServer({ disabledCommands: ["EHLO"] })
      assert.include((yield* send(`smtp://localhost:${choosy.port}`)).detail, "refuses the name that it was greeted with (EHLO): set ehlo")
    }))

  it.scopedLive("is sent once by a server that looks into it for longer than ten seconds", () =>
    Effect.gen(function*() {
      const { port } = yield* mailServer({ onData: (stream, _, done) => void stream.resume().on("end", () => setTimeout(done, 10_500)) })
      assert.strictEqual((yield* send(`smtp://localhost:${port}`, { millis: Infinity })).verdict, "accepted")
    }), 20_000)

  it.scopedLive("is tried again for those alone who are refused for now, and accepted once every reader has it", () =>
    Effect.gen(function*() {
      const asked: Array<string> = []
      const state: Record<string, Error | undefined> = {
        "books@shop.example": answering(450, "Greylisted"),
        "gone@shop.example": answering(550, "No such user")
      }
      const { mails, port } = yield* mailServer({
        onRcptTo: ({ address }, _, done) => {
          asked.push(address)
          done(state[address] ?? null)
        }
      })
      const memory = new Map<string, string>()
      const to = [owner, "books@shop.example", "gone@shop.example"]
      const attempt = Effect.map(send(`smtp://localhost:${port}`, { memory, to }), ({ detail, verdict }) => [verdict, detail])
      assert.deepStrictEqual(yield* attempt, [
        "transient",
        "The mail server took the mail for 1 of 3; not now for books@shop.example (SMTP 450, Greylisted); " +
        "never for gone@shop.example (SMTP 550, No such user): check to"
      ])
      state["books@shop.example"] = undefined
      assert.deepStrictEqual(yield* attempt, [
        "permanent",
        "The mail server took the mail for 2 of 3; never for gone@shop.example (SMTP 550, No such user): check to"
      ])
      // A person sends it again.
      state["gone@shop.example"] = undefined
      const accepted = ["accepted", "The mail server took the mail"]
      assert.deepStrictEqual(yield* attempt, accepted)
      assert.deepStrictEqual(asked, [...to, "books@shop.example", "gone@shop.example"])
      assert.strictEqual(mails.length, 3)
    }))

  it.scopedLive("with an alarm has reached its readers if only one of them is refused for good", () =>
    Effect.gen(function*() {
      const gone = "gone@shop.example"
      const { mails, port } = yield* mailServer({
        onRcptTo: ({ address }, _, done) => done(address === gone ? answering(550, "No such user") : null)
      })
      const entry = {
        name: "mail",
        kind: "email",
        url: `smtp://localhost:${port}`,
        user: "owner",
        from: owner,
        to: [owner, gone],
        secret: password
      }
      const [chat] = Either.getOrThrow(readChats([entry]))
      assert(chat !== undefined)
      const { send } = yield* AlarmChannel
      const { accepted, detail } = yield* send({ address: chat.url, kind: chat.kind, secret: chat.secret }, "disk full")
      assert.deepStrictEqual([accepted, mails.length], [true, 1])
      assert.include(detail, `never for ${gone} (SMTP 550, No such user): check to`)
    }).pipe(Effect.provide(alarmChannel), Effect.provide([NodeHttpClient.layer, Secrets.layer])))
})
