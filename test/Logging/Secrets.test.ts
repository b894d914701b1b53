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
