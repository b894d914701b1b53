import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readConfigFile } from "../../src/Config/ConfigFile.ts"
import { filesInMemory } from "../lib/FilesInMemory.ts"

const settings = (shopName: string) => `{"chat_webhook_url":"console:","shop_name":"${shopName}"}`

const read = (bytes: Uint8Array) => Effect.provide(readConfigFile("/srv/config.json"), filesInMemory(() => bytes))

const refusal = (bytes: Uint8Array) => Effect.map(Effect.flip(read(bytes)), ({ message }) => message)

const utf8 = Buffer.from(settings("示例"))

describe("a configuration file", () => {
  it.effect("is read with and without a byte order mark", () =>
    Effect.gen(function*() {
      for (const bytes of [utf8, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8])]) {
        assert.strictEqual((yield* read(bytes)).config.shopName, "示例")
      }
    }))

  const [before = "", after = ""] = settings("|").split("|")
  const named = (shopName: ReadonlyArray<number>) => Buffer.concat([Buffer.from(before), Buffer.from(shopName), Buffer.from(after)])
  const utf16 = Buffer.from(settings("示例"), "utf16le")

  for (
    const [what, bytes, found] of [
      ["GBK", named([0xca, 0xbe, 0xc0, 0xfd]), "GBK (GB18030)"],
      ["UTF-16", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), "UTF-16"],
      ["UTF-16 without a byte order mark", Buffer.from(settings("x"), "utf16le"), "zero bytes, as UTF-16 has them"],
      ["an unknown encoding", named([0xff, 0xff]), "bytes in another encoding"]
    ] as const
  ) {
    it.effect(`is refused in ${what}, with the encoding found and the one expected`, () =>
      Effect.map(refusal(bytes), (message) =>
        assert.strictEqual(message, `config.json: expected a text in UTF-8, got ${found}: save the file as UTF-8`)))
  }
})
