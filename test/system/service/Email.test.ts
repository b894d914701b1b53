import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Either, Redacted } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import type { AddressInfo, Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as tls from "node:tls"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { makeBot } from "../../../src/Chat/Bot.ts"
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
const send = (url: string, { announcement = day(), millis = 8_000, shopName = "老王饺子", to = [owner], secret = password }: {
  readonly announcement?: Announcement
  readonly millis?: number
  readonly shopName?: string
  readonly to?: ReadonlyArray<string>
  readonly secret?: string
} = {}) =>
  Effect.gen(function*() {
    const entry = { name: "mail", kind: "email", url, user: "owner", from: "till@shop.example", to, secret }
    const [chat] = Either.getOrThrow(readChats([entry]))
    const sendTo = yield* makeBot
    const context = { ...shop, shopName, publicUrl: "https://shop.example" }
    const body = email.message(compose(announcement, context), "card")
    const address = Redacted.value(chat?.url ?? Redacted.make(""))
    return yield* sendTo({ product: email, address, secret, zone: DateTime.zoneMakeOffset(0), id: "7-abc-mail", at: 1 }, body, millis)
  }).pipe(Effect.provide([NodeHttpClient.layer, Secrets.layer]))

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
          [{ onRcptTo: refusing(451) }, password, "transient", "does not take the mail now (SMTP 451"],
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
          [{ disabledCommands: ["STARTTLS"] }, password, "transient", "No secure connection to the mail server"]
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

  it.scopedLive("that one of two recipients refuses was taken for the other", () =>
    Effect.gen(function*() {
      const { mails, port } = yield* mailServer({
        onRcptTo: ({ address }, _, done) => done(address === owner ? null : Object.assign(new Error("who"), { responseCode: 550 }))
      })
      const delivery = yield* send(`smtp://localhost:${port}`, { to: [owner, "gone@shop.example"] })
      assert.deepStrictEqual([delivery.verdict, delivery.detail, mails.length], [
        "accepted",
        "The mail server took the mail, not for 1 of 2 of the recipients: check to",
        1
      ])
    }))
})
