import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { botDouble } from "../../lib/BotDouble.ts"
import { rawTo } from "../../lib/HttpService.ts"
import { serviceFolder, serviceProcess } from "../lib/ServiceProcess.ts"
import { turnover } from "./CommandProcess.ts"

describe("a bot that has asked for a pause", () => {
  it.scopedLive("gets no message from doctor either, and health shows until when", () =>
    Effect.gen(function*() {
      const folder = yield* serviceFolder
      const bot = yield* botDouble(() => ({ body: { errcode: 130_101, errmsg: "send too fast, exceed 20 times per minute" } }))
      const file = join(folder, "config.json")
      writeFileSync(
        file,
        JSON.stringify({
          ...JSON.parse(readFileSync(file, "utf8")),
          chat_webhook_url: `${bot.origin}/robot/send?access_token=0123456789abcdef`,
          chat_kind: "dingtalk"
        })
      )
      assert.strictEqual((yield* turnover(folder, ["correct", "2025-12-08", "1"])).code, 0)
      const before = yield* Clock.currentTimeMillis
      assert.match((yield* turnover(folder, ["doctor", "--push"])).stdout, /FAIL {2}push .*rate limit was reached/)
      // Doctor's check of the address, which has no message, and the test message.
      assert.lengthOf(bot.requests, 2)
      assert.match((yield* turnover(folder, ["doctor", "--push"])).stdout, /FAIL {2}push .*until 20\d\d-/)
      assert.lengthOf(bot.requests, 3)
      const port = yield* (yield* serviceProcess(folder)).port
      const { notifications } = (yield* rawTo(port, "/api/health")).json() as {
        readonly notifications: { readonly chats: ReadonlyArray<{ readonly name: string; readonly muted_until: string | null }> }
      }
      const until = Date.parse(notifications.chats[0]?.muted_until ?? "")
      assert.isAtLeast(until, before + 500_000)
      assert.isAtMost(until, (yield* Clock.currentTimeMillis) + 600_000)
      assert.lengthOf(bot.requests, 3)
    }))
})
