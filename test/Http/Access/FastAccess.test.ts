import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createToken, device } from "../../lib/Browser.ts"
import { connect, head, httpService, rawAdmin, token } from "../../lib/HttpService.ts"
import { members } from "../../lib/TestService.ts"

const service = Effect.provide(
  httpService({ at: "2025-12-09T13:14:40+08:00", config: { file: members({ access: "private" }) } }).layer
)

// Rule 8.3.
describe("requests on one connection to a private service", () => {
  it.scoped("each get a response by their own credential, whatever the previous request sent", () =>
    Effect.gen(function*() {
      const { id, secret } = yield* createToken("屏幕", "view")
      const phone = yield* device({ token: secret })
      const connection = yield* connect
      const statusFor = (headers: Record<string, string>) =>
        Effect.gen(function*() {
          const { length } = yield* connection.heard(/^/)
          yield* connection.send(head("GET", "/api/metrics", headers))
          const text = yield* connection.heard(new RegExp(`^[^]{${length}}[^]+\\}$`))
          return /HTTP\/1\.1 (\d+)/.exec(text.slice(length))?.[1]
        })
      const known = { cookie: phone.cookie }
      for (const _ of [1, 2, 3]) assert.strictEqual(yield* statusFor(known), "200")
      assert.strictEqual(yield* statusFor({}), "401")
      assert.strictEqual(yield* statusFor(known), "200")
      assert.strictEqual(yield* statusFor({ cookie: `${phone.cookie}x` }), "401")
      assert.strictEqual(yield* statusFor({ "x-admin-token": secret }), "200")
      assert.strictEqual(yield* statusFor({ ...known, "x-admin-token": `${secret}x` }), "401")
      assert.strictEqual(yield* statusFor({ "x-admin-token": token }), "200")
      assert.strictEqual(yield* statusFor(known), "200")
      yield* rawAdmin(`/api/admin/tokens/${id}`, { method: "DELETE" })
      assert.strictEqual(yield* statusFor(known), "401")
    }).pipe(service))
})
