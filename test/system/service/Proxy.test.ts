import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer as createProxy } from "node:http"
import { createServer as createBot } from "node:https"
import { type AddressInfo, connect, type Server } from "node:net"
import { join } from "node:path"
import { botDouble } from "../../lib/BotDouble.ts"
import { rawTo } from "../../lib/HttpService.ts"
import { turnover } from "../commands/CommandProcess.ts"
import { makeCertificate } from "../lib/Certificate.ts"
import { serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"

const adminToken = "test-token-0123456789"
const password = "proxy-pass/7f3b9c2e"
const signIn = `Basic ${Buffer.from(`shop:${password}`).toString("base64")}`
/** Of the product that takes messages most often. */
const botHost = "open.feishu.cn"

const listening = <S extends Server>(server: S) =>
  Effect.acquireRelease(
    Effect.async<number>((resume) =>
      void server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    ),
    () => Effect.sync(() => server.close())
  )

/** A bot with a certificate of an authority of its own, for a host that is not on this machine. */
const tlsBot = (folder: string) => {
  const { cert, file, key } = makeCertificate(folder, botHost)
  const heard: Array<string> = []
  const server = createBot({ key, cert }, (request, response) => {
    const parts: Array<Buffer> = []
    request.on("data", (part: Buffer) => parts.push(part)).on("end", () => {
      heard.push(`${request.headers.host} ${Buffer.concat(parts).toString("utf8")}`)
      response.end("{\"code\":0}")
    })
  })
  return Effect.map(listening(server), (port) => ({ port, heard, cert: file }))
}

/** A forward proxy that wants a password, and connects every host to the bot. `mode` is the status of its refusal. */
const forwardProxy = (botPort: number) => {
  const asked: Array<string> = []
  const state = { mode: 200 }
  const server = createProxy((_, response) => void response.writeHead(502).end())
  server.on("connect", (request, socket) => {
    asked.push(`${request.url} ${request.headers["proxy-authorization"] === signIn}`)
    socket.on("error", () => undefined)
    if (request.headers["proxy-authorization"] !== signIn) return void socket.end("HTTP/1.1 407 Sign in\r\n\r\n")
    if (state.mode !== 200) return void socket.end(`HTTP/1.1 ${state.mode} No\r\n\r\n`)
    const through = connect(botPort, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n")
      through.pipe(socket).pipe(through)
    })
    through.on("error", () => socket.destroy())
  })
  return Effect.map(listening(server), (port) => ({ port, asked, state, close: Effect.sync(() => server.close()) }))
}

describe("a forward proxy", () => {
  it.scopedLive("carries the messages to a bot, not to one in the local network, and its faults read as such without its password",
    () =>
      Effect.gen(function*() {
        const folder = yield* serviceFolder
        const bot = yield* tlsBot(folder)
        const proxy = yield* forwardProxy(bot.port)
        const local = yield* botDouble(() => ({ body: { ok: true } }))
        const url = `https://${botHost}/open-apis/bot/v2/hook/0123456789abcdef0123456789abcdef`
        writeFileSync(join(folder, "config.json"), JSON.stringify({
          chat_webhook_url: url,
          shop_name: "Corner shop",
          chats: [{ name: "local", url: `${local.origin}/hook/x`, kind: "webhook" }]
        }))
        const addressOf = (name: string) => `http://${name}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`
        const environment = (name: string) => ({
          ADMIN_TOKEN: adminToken,
          NODE_EXTRA_CA_CERTS: bot.cert,
          HTTPS_PROXY: addressOf(name),
          HTTP_PROXY: addressOf(name)
        })
        const begin = (name: string) =>
          Effect.flatMap(serviceProcess(folder, environment(name)), (service) =>
            Effect.map(service.port, (port) => (chat: string) =>
              Effect.map(rawTo(port, "/api/admin/test_push", {
                method: "POST",
                headers: { "x-admin-token": adminToken, "content-type": "application/json" },
                body: JSON.stringify({ chat })
              }), ({ status, text }) => `${status} ${text}`)))
        const said: Array<string> = []
        yield* Effect.scoped(Effect.gen(function*() {
          const push = yield* begin("shop")
          assert.match(yield* push("main"), /^200 /)
          assert.match(yield* push("local"), /^200 /)
          assert.match(bot.heard[0] ?? "", /^open\.feishu\.cn .*已接上这个群/)
          assert.deepStrictEqual([proxy.asked, local.requests.length], [[`${botHost}:443 true`], 1])
          for (const [mode, sentence] of [[403, "does not allow the request (403)"], [502, "does not reach the bot (502)"]] as const) {
            proxy.state.mode = mode
            const answer = yield* push("main")
            assert.include(answer, `The proxy of HTTPS_PROXY ${sentence}`)
            assert.include(answer, "\"verdict\":\"transient\"")
            said.push(answer)
          }
          proxy.state.mode = 200
        }))
        yield* Effect.scoped(Effect.gen(function*() {
          const push = yield* begin("stranger")
          said.push(yield* push("main"))
          assert.include(said.at(-1) ?? "", "The proxy of HTTPS_PROXY refuses the name or the password in its address")
        }))
        const bare = { ...environment("shop"), HTTPS_PROXY: undefined, HTTP_PROXY: undefined, ALL_PROXY: `http://127.0.0.1:${proxy.port}` }
        const { stdout: unsigned } = yield* turnover(folder, ["doctor"], { env: bare })
        assert.include(unsigned, "The proxy of ALL_PROXY asks for a name and a password: write them into its address")
        yield* proxy.close
        const { stdout } = yield* turnover(folder, ["doctor"], { env: environment("shop") })
        assert.include(stdout, "The proxy of HTTPS_PROXY cannot be reached")
        for (const text of [...said, stdout, readFileSync(join(folder, "data/app.log"), "utf8")])
          for (const form of [password, encodeURIComponent(password), signIn]) assert.notInclude(text, form)
      }))
})
