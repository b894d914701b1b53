import { assert, describe, it } from "@effect/vitest"
import { addressKey, type Guesses, noteGuess, secondsBlocked } from "../../../src/Http/Access/GuessLimit.ts"

const noted = (times: ReadonlyArray<number>, key = "a"): Guesses => {
  const guesses: Guesses = new Map()
  for (const at of times) noteGuess(guesses, key, at)
  return guesses
}

const tenAt = (at: number) => Array.from({ length: 10 }, (_, index) => at + index)

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
    assert.strictEqual(secondsBlocked(noted(times), "a", now), seconds)
  })

  it("keeps addresses apart", () => {
    assert.strictEqual(secondsBlocked(noted(tenAt(0)), "b", 10), 0)
  })
})

describe("noteGuess", () => {
  it("remembers ten times of ten thousand addresses, the newest", () => {
    const guesses = noted([...tenAt(0), 10, 11])
    for (let host = 0; host < 10_000; host++) noteGuess(guesses, `host ${host}`, 12)
    assert.strictEqual(guesses.size, 10_000)
    assert.isFalse(guesses.has("a"))
    noteGuess(guesses, "host 5", 13)
    assert.deepStrictEqual(guesses.get("host 5"), [12, 13])
    assert.strictEqual(noted([...tenAt(0), 10, 11]).get("a")?.length, 10)
  })
})
