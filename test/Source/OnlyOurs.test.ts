import { assert, describe, it } from "@effect/vitest"
import { isOnlyOurs } from "../../src/Source/OnlyOurs.ts"

const own = { user: 1000, group: 1000 }

const rows: ReadonlyArray<readonly [mode: string, user: number, group: number, isOnlyOurs: boolean]> = [
  ["644", 1000, 1000, true],
  ["755", 0, 0, true],
  // A user's own group, as Debian and Fedora have it.
  ["664", 1000, 1000, true],
  ["664", 1000, 100, false],
  ["646", 1000, 1000, false],
  ["666", 0, 0, false],
  ["644", 1001, 1001, false],
  ["600", 1001, 1000, false]
]

describe("a file of a program", () => {
  it.each(rows)("with mode %s, user %i and group %i: only ours: %s",
    (mode, user, group, expected) => assert.strictEqual(isOnlyOurs({ mode: 0o100000 + parseInt(mode, 8), user, group }, own), expected))
})
