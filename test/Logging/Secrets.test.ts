import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Secrets from "../../src/Logging/Secrets.ts"

const scrubbing = (secrets: ReadonlyArray<string>, text: string) =>
  Effect.gen(function*() {
    const registry = yield* Secrets.Secrets
    yield* Effect.forEach(secrets, (secret) => registry.register(Redacted.make(secret)))
    return registry.scrub(text)
  }).pipe(Effect.provide(Secrets.layer))

describe("a registered secret", () => {
  const cases: ReadonlyArray<readonly [name: string, secrets: ReadonlyArray<string>, text: string, scrubbed: string]> = [
    ["is removed everywhere", ["abcd"], "abcd, xabcdx", "<redacted>, x<redacted>x"],
    ["is removed in its JSON form", ["a\"b\\c\n"], "{\"key\":\"a\\\"b\\\\c\\n\"}", "{\"key\":\"<redacted>\"}"],
    ["is removed in its URL forms", ["a b/店="], "?k=a%20b%2F%E5%BA%97%3D /a%20b/%E5%BA%97=", "?k=<redacted> /<redacted>"],
    ["is removed as other programs escape it", ["a!b*(/'"], "?k=a%21b%2A%28%2F%27 /a%21b%2a%28/%27", "?k=<redacted> /<redacted>"],
    ["is removed in hexadecimal digits", ["pässw0rd"], "70C3A47373773072640A 70c3a4737377307264", "<redacted>0A <redacted>"],
    [
      "is removed in the Base64 of a longer text, at any byte",
      ["cs_0123456789?>"],
      ["", "k", "ck", "ck:"].map((before) => Buffer.from(`${before}cs_0123456789?>;`).toString("base64")).join(" "),
      "<redacted>Ow== a2<redacted>js= Y2t<redacted>47 Y2s6<redacted>Ow=="
    ],
    [
      "is removed together with the text it is part of",
      ["token", "https://bot/hook/token"],
      "POST https://bot/hook/token or token",
      "POST <redacted> or <redacted>"
    ],
    ["is matched literally", ["a.c+"], "abcc a.c+", "abcc <redacted>"],
    ["is left where it is shorter than four characters", ["abc", ""], "abc", "abc"],
    ["does no harm when it is no well-formed text", ["\ud800abcd"], "\ud800abcd", "<redacted>"]
  ]
  for (const [name, secrets, text, scrubbed] of cases) {
    it.effect(name, () => Effect.map(scrubbing(secrets, text), (found) => assert.strictEqual(found, scrubbed)))
  }
})

describe("a credential that the service hands out", () => {
  const code = "tvi_aB3-_aB3-_aB3-_aB3-_aB"
  const token = `tvr_${"aB3-_".repeat(8)}aB3`
  const cookie = token.replace("tvr_", "s.")
  const cases: ReadonlyArray<readonly [name: string, text: string, scrubbed: string]> = [
    [
      "is removed without being registered",
      `${token} ${code} ${cookie} m${cookie.slice(1)}`,
      "<redacted> <redacted> <redacted> <redacted>"
    ],
    [
      "is removed from an address, also with escapes",
      `/a/${token}?c=${cookie.replace(".", "%2e")}&d=tvi%5F${code.slice(4)}#${code}`,
      "/a/<redacted>?c=<redacted>&d=<redacted>#<redacted>"
    ],
    ["is removed with what follows it directly", `/${token}XYZ/b`, "/<redacted>/b"],
    ["leaves words that begin alike", "tvr_ m.example.org s.map((day) => day.cents)", "tvr_ m.example.org s.map((day) => day.cents)"]
  ]
  for (const [name, text, scrubbed] of cases) {
    it.effect(name, () => Effect.map(scrubbing([], text), (found) => assert.strictEqual(found, scrubbed)))
  }
})
