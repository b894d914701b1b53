import { assert, describe, it } from "@effect/vitest"
import { addressKey, type Guesses, noteGuess, secondsBlocked } from "../../../src/Http/Access/Attempts.ts"

/** Wrong attempts at these times, each with another token, or all with the same one. */
const noted = (times: ReadonlyArray<number>, key = "a", token?: string): Guesses => {
  const guesses: Guesses = new Map()
  for (const at of times) noteGuess(guesses, key, at, token ?? null)
  return guesses
}

const from = (at: number, count: number) => Array.from({ length: count }, (_, index) => at + index)
const tenAt = (at: number) => from(at, 10)

describe("addressKey", () => {
  const keys: ReadonlyArray<readonly [address: string, key: string]> = [
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:0:ffff::", "2001:db8:0:0::/64"],
    ["2001:DB8:00::1", "2001:db8:0:0::/64"],
    ["2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
    ["::", "0:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["unknown", "unknown"]
  ]
  it.each(keys)("%s counts as %s", (address, key) => {
    assert.strictEqual(addressKey(address), key)
  })
})

describe("secondsBlocked", () => {
  const rows: ReadonlyArray<readonly [what: string, times: ReadonlyArray<number>, now: number, seconds: number]> = [
    ["lets a new address try", [], 0, 0],
    ["lets who guessed 9 times try again", tenAt(0).slice(1), 100, 0],
    ["blocks after 10 guesses", tenAt(0), 9, 60],
    ["until the first of them is a minute old", tenAt(0), 59_999, 1],
    ["and no longer", tenAt(0), 60_000, 0],
    ["counts the last ten", [...tenAt(0), ...tenAt(30_000)], 60_000, 30]
  ]
  it.each(rows)("%s", (_, times, now, seconds) => {
    assert.strictEqual(secondsBlocked(noted(times), "a", now, 60), seconds)
  })

  it("counts the same token once, by its last attempt, and each attempt up to the most", () => {
    const stale = noted(from(0, 59), "a", "stale")
    assert.strictEqual(secondsBlocked(stale, "a", 60, 60), 0)
    assert.strictEqual(secondsBlocked(stale, "a", 60, 10), 60)
    noteGuess(stale, "a", 61, "stale")
    assert.strictEqual(secondsBlocked(stale, "a", 61, 60), 60)
    const mixed = noted(from(0, 9))
    for (const at of [20_000, 30_000]) noteGuess(mixed, "a", at, "stale")
    assert.strictEqual(secondsBlocked(mixed, "a", 30_000, 60), 30)
  })

  it("keeps addresses apart", () => {
    assert.strictEqual(secondsBlocked(noted(tenAt(0)), "b", 10, 60), 0)
  })
})

describe("noteGuess", () => {
  it("remembers sixty attempts at each of ten thousand addresses, the newest", () => {
    const guesses = noted(from(0, 62))
    assert.deepStrictEqual(guesses.get("a")?.map(({ at }) => at), from(2, 60))
    for (let host = 0; host < 10_000; host++) noteGuess(guesses, `host ${host}`, 70, null)
    assert.strictEqual(guesses.size, 10_000)
    assert.isFalse(guesses.has("a"))
    noteGuess(guesses, "host 5", 71, null)
    assert.deepStrictEqual(guesses.get("host 5")?.map(({ at }) => at), [70, 71])
  })
})
