import { assert, describe, it } from "@effect/vitest"
import type { Announcement } from "../../src/Domain/Announcement.ts"
import { type FigureSince, figureSince } from "../../src/Domain/FigureSince.ts"
import type { Turnover } from "../../src/Domain/Turnover.ts"
import { cents, date, day as message, digest } from "../Chat/Samples.ts"

const day = (amount: number, source: Turnover["source"] = "manual"): Turnover => ({
  date: date("2025-12-09"),
  cents: cents(amount),
  isFinal: true,
  source
})

const entered = message({ kind: "entered", cents: cents(300), source: "manual" })
const notice = { date: date("2025-12-09"), before: cents(300), reason: "", actor: "admin" }
const withdrawn: Announcement = { ...notice, kind: "withdrawn" }
const closed: Announcement = { ...notice, kind: "closed" }
const undone: Announcement = { ...notice, kind: "undone", cents: cents(300), source: "manual" }
const undoneToNone: Announcement = { ...notice, kind: "undone", cents: null, source: null }
const reminder: Announcement = { kind: "reminder", date: date("2025-12-09"), cutoff: "23:00", cutoffAt: 0 }

const same: FigureSince = { _tag: "Same" }
const gone: FigureSince = { _tag: "Withdrawn" }
const changed = (amount: number, source: Turnover["source"] = "manual"): FigureSince => ({ _tag: "Changed", cents: cents(amount), source })

// Rule 7.19.
describe("figureSince", () => {
  const cases: ReadonlyArray<readonly [string, Announcement, Turnover | undefined, FigureSince]> = [
    ["an entered amount that stands", entered, day(300), same],
    ["an entered amount that was corrected", entered, day(310), changed(310)],
    ["an entered amount that was withdrawn", entered, undefined, gone],
    ["an amount that is not final yet", entered, { ...day(300), isFinal: false }, same],
    ["a generated amount that was confirmed", message({ cents: cents(300) }), day(300), changed(300)],
    ["an amount that was imported again", entered, day(300, "import"), changed(300, "import")],
    ["a withdrawal that stands", withdrawn, undefined, same],
    ["a withdrawal of a day that was entered again, with the same amount", withdrawn, day(300), changed(300)],
    ["a closed day", closed, undefined, same],
    ["a closed day that was opened by an amount", closed, day(5), changed(5)],
    ["an undoing that stands", undone, day(300), same],
    ["an undoing that was followed by a correction", undone, day(310), changed(310)],
    ["an undoing that was followed by a withdrawal", undone, undefined, gone],
    ["an undoing that left no amount", undoneToNone, undefined, same],
    ["an undoing that left no amount, followed by one", undoneToNone, day(300), changed(300)],
    ["a test, which states no day's amount", message({ kind: "test", source: null }), day(300), same],
    ["a reminder, which states none", reminder, day(300), same],
    ["a digest, which states a sum", digest, undefined, same]
  ]
  for (const [name, announcement, now, expected] of cases) {
    it(name, () => assert.deepStrictEqual(figureSince(announcement, now), expected))
  }
})
