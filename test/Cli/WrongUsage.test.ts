import { Command } from "@effect/cli"
import { NodeContext } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { commandOf, wrongUsageOf } from "../../src/Cli.ts"
import * as Secrets from "../../src/Logging/Secrets.ts"

/** Why a command line is refused before its command does anything. */
const whyRefused = (words: ReadonlyArray<string>) =>
  Command.run(commandOf(Effect.void), { name: "turnover", version: "" })(["node", "turnover", ...words]).pipe(
    Effect.match({
      onFailure: (error) => wrongUsageOf(error)?.replace(/\u001b\[[0-9;]*m/g, "") ?? `failed: ${String(error)}`,
      onSuccess: () => "was run"
    }),
    Effect.provide([NodeContext.layer, Secrets.layer])
  )

describe("a command line", () => {
  const wrong: ReadonlyArray<readonly [words: ReadonlyArray<string>, sentence: string]> = [
    [["correct", "2025-12-08"], "Missing argument <AMOUNT>"],
    [["correct", "2025-02-30", "1"], "DATE: expected a calendar date"],
    [["correct", "2025-12-08", "1.2345"], "AMOUNT: expected an amount"],
    [["correct", "2025-12-08", "-5"], "AMOUNT: expected an amount"],
    [["settle", "--date", "yesterday"], "--date: expected a calendar date"],
    [["correct", "2025-12-08", "1", "--reason", "💴".repeat(201)], "--reason: expected a text of at most 200 characters"],
    [["export", "--bogus"], "unknown argument: '--bogus'"],
    [["withdraw", "2025-12-08"], "--reason"],
    [["withdraw", "2025-12-08", "--reason", " "], "--reason: expected a text of 1 to 200 characters"],
    [["close", "2025-02-30"], "DATE: expected a calendar date"],
    [["note", "2025-12-08"], "Missing argument <TEXT>"],
    [["note", "2025-12-08", "雨".repeat(201)], "TEXT: expected a text of at most 200 characters"],
    [["audit"], "expected the command verify"]
  ]
  for (const [words, sentence] of wrong) {
    it.effect(`is refused: ${words.join(" ").slice(0, 60)}`, () =>
      Effect.gen(function*() {
        assert.include(yield* whyRefused(words), sentence)
      }))
  }
})
