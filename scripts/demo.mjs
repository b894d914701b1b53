import { languageOfTerminal, startDemo, zoneOf } from "./demo/service.mjs"

/** Minutes until today is settled: enough to try the pages, and not too long to wait for. */
const minutesToCutoff = 3

const language = languageOfTerminal(process.env)
const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zoneOf(language), hour: "2-digit", minute: "2-digit", hour12: false })
const now = clock.format(Date.now())
const soon = clock.format(Date.now() + minutesToCutoff * 60_000)
// Shortly before midnight, the only later minute of today is 23:59.
const cutoff = soon < now ? "23:59" : soon

const { address, days, ended, token } = await startDemo({
  cutoff,
  language,
  onOutput: (chunk) => process.stdout.write(chunk),
  port: process.env.PORT ?? 0
})
console.log(
  language === "en"
    ? `
  ${days} sample days are in a temporary database. Ctrl+C stops the demo and deletes it.

  Dashboard    ${address}
  Wall screen  ${address}?wall
  Admin        ${address}admin
  Password     ${token}

  Today is settled at ${cutoff} (${zoneOf(language)}); messages to the chat are printed below.
`
    : `
  临时数据库里有 ${days} 天的示例。按 Ctrl+C 结束，并删掉它。

  看板    ${address}
  大屏    ${address}?wall
  管理    ${address}admin
  密码    ${token}

  今天 ${cutoff} 结账（${zoneOf(language)}）；发到群里的消息打印在下面。
`
)
await ended
