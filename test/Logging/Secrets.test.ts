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
    ["is taken out wherever it stands", ["abcd"], "abcd, xabcdx", "<redacted>, x<redacted>x"],
    ["is taken out in its JSON form", ["a\"b\\c\n"], "{\"key\":\"a\\\"b\\\\c\\n\"}", "{\"key\":\"<redacted>\"}"],
    ["is taken out in its URL forms", ["a b/店="], "?k=a%20b%2F%E5%BA%97%3D /a%20b/%E5%BA%97=", "?k=<redacted> /<redacted>"],
    [
      "is taken out with what it is a part of",
      ["token", "https://bot/hook/token"],
      "POST https://bot/hook/token or token",
      "POST <redacted> or <redacted>"
    ],
    ["is taken literally", ["a.c+"], "abcc a.c+", "abcc <redacted>"],
    ["is left where it is shorter than four characters", ["abc", ""], "abc", "abc"],
    ["does no harm when it is no well-formed text", ["\ud800abcd"], "\ud800abcd", "<redacted>"]
  ]
  for (const [name, secrets, text, scrubbed] of cases) {
    it.effect(name, () => Effect.map(scrubbing(secrets, text), (found) => assert.strictEqual(found, scrubbed)))
  }
})
