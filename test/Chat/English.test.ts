import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { Notice, noticeText } from "../../src/Alarm/Incidents.ts"
import { compose, toText } from "../../src/Chat/Message.ts"
import { withoutMarkup } from "../../src/Chat/PlainText.ts"
import { products } from "../../src/Chat/Products.ts"
import type { AmountSource } from "../../src/Config/AmountSource.ts"
import { currencyIn } from "../../src/Domain/Amount.ts"
import type { Announcement, DayStory } from "../../src/Domain/Announcement.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import type { FigureSince } from "../../src/Domain/FigureSince.ts"
import { alarmWords } from "../../words/chat/Alarm.ts"
import { messageWords } from "../../words/chat/Messages.ts"
import type { Words } from "../../words/Words.ts"
import { textsOf } from "../lib/ChatProducts.ts"
import { cents, date, day, digest } from "./Samples.ts"

const at = (text: string) => DateTime.unsafeMakeZoned(text, { timeZone: "Asia/Shanghai" })

const context = {
  shopName: "Corner Café",
  keyword: "",
  publicUrl: "https://shop.example",
  language: "en" as const,
  currency: currencyIn("en", "USD"),
  now: at("2026-11-20T23:00:00+08:00")
}
const friday = date("2026-11-20")

const story: DayStory = {
  entered: { by: "Wang", at: at("2026-11-20T21:00:00+08:00").epochMillis },
  range: null,
  note: "rain (heavy)",
  compared: { against: "usual", days: 8, current: 338_800, previous: 546_451 },
  unusual: true,
  week: {
    cents: 1_320_000,
    days: 5,
    generatedDays: 0,
    generatedCents: 0,
    closedDays: 0,
    missing: [],
    compared: { days: 1, current: 1_320_000, previous: 1_240_000 }
  },
  month: {
    cents: 8_231_540,
    days: 20,
    generatedDays: 1,
    generatedCents: 300_000,
    closedDays: 2,
    missing: [date("2026-11-03"), date("2026-11-09")],
    compared: { days: 17, current: 7_000_000, previous: 7_750_000 }
  }
}

const daily = day({ date: friday, cents: cents(338_800), source: "manual", story, head: "812:1f0c9a2b3c4d5e6f" })
const estimated = day({
  date: friday,
  cents: cents(328_743),
  kind: "repeat",
  again: "unconfirmed",
  story: { ...story, entered: null, compared: null, unusual: false, range: { min: cents(280_000), max: cents(360_000) }, note: "" }
})
const awaited: Announcement = { kind: "awaited", date: friday, before: null, reason: "", actor: "settlement" }
const reminder: Announcement = {
  kind: "reminder",
  date: friday,
  cutoff: "23:00",
  cutoffAt: context.now.epochMillis,
  range: { min: cents(400_000), max: cents(520_000) }
}

const said: ReadonlyArray<readonly [what: string, announcement: Announcement, text: string, since?: FigureSince]> = [
  [
    "the daily message",
    daily,
    `Daily $3,388.00 · Fri 20 Nov
Entered by Wang, 21:00
Please check: 38% less than the usual $5,464.51 of a Friday
This week $13,200.00, 5 days; $800 more than the same day last week
This month $79,315.40, 17 of 20 days entered, plus about $3,000 estimated, shop closed 2 days; $7,500 less than like days last month
2 days missing: 3 Nov https://shop.example/enter?date=2026-11-03, 9 Nov https://shop.example/enter?date=2026-11-09
Note: rain (heavy)
See the day: https://shop.example/#2026-11-20
Corner Café
Check code 812:1f0c9a2b3c4d5e6f`
  ],
  [
    "an estimated amount that is sent again, and was replaced since",
    estimated,
    `Estimate for 20 Nov: $3,287.43
It is $3,100.00 now · From the till. That figure counts.
Repeat: sent again because delivery is not confirmed
Nobody entered an amount for Friday. This one is estimated within $2,800–3,600: not real takings, and left out of comparisons.
This week $13,200.00, 5 days; $800 more than the same day last week
This month $79,315.40, 17 of 20 days entered, plus about $3,000 estimated, shop closed 2 days; $7,500 less than like days last month
2 days missing: 3 Nov https://shop.example/enter?date=2026-11-03, 9 Nov https://shop.example/enter?date=2026-11-09
See the day: https://shop.example/#2026-11-20
Corner Café · Friday`,
    { _tag: "Changed", cents: cents(310_000), source: "feed" }
  ],
  [
    "an entry",
    day({ kind: "entered", date: friday, cents: cents(410_000), source: "manual", actor: "admin", note: "rain" }),
    `Entered $4,100.00 · Fri 20 Nov
Entered by Admin
Note: rain
See the day: https://shop.example/#2026-11-20
Corner Café`
  ],
  [
    "a correction",
    day({
      kind: "corrected",
      date: friday,
      cents: cents(338_800),
      source: "manual",
      before: cents(410_000),
      reason: "refund",
      actor: "Wang"
    }),
    `Corrected 20 Nov $4,100 → $3,388
Difference −$712.00
Corrected by Wang
Reason: refund
See the day: https://shop.example/#2026-11-20
Corner Café · Friday`
  ],
  [
    "an import at start",
    day({ kind: "imported", date: friday, cents: cents(100), source: "import", actor: "auto-import" }),
    `Import $1.00 · Fri 20 Nov
Imported at start
See the day: https://shop.example/#2026-11-20
Corner Café`
  ],
  [
    "a whole import",
    digest,
    `Import · 3 days · $10,000.50 in total
Mon 1 Dec 2025 to Wed 3 Dec 2025
Imported by Admin
Open the dashboard: https://shop.example/
Corner Café`
  ],
  [
    "a reminder",
    reminder,
    `Not entered yet · closes at 23:00
Fri 20 Nov has no figure yet. If nobody enters it by then, it is estimated within $4,000–5,200.
Enter it: https://shop.example/enter
Corner Café`
  ],
  [
    "a day without a figure",
    awaited,
    `Missing · Fri 20 Nov
No figure at settlement, and none is estimated: please enter it.
Enter it: https://shop.example/enter?date=2026-11-20
Corner Café`
  ],
  [
    "a closed day",
    { ...awaited, kind: "closed", reason: "holiday" },
    `Shop closed · Fri 20 Nov
Shop closed, no turnover.
Note: holiday
See the day: https://shop.example/#2026-11-20
Corner Café`
  ],
  [
    "a withdrawal",
    { ...awaited, kind: "withdrawn", before: cents(300_000), reason: "wrong day", actor: "Wang" },
    `Withdrawn $3,000 · Fri 20 Nov
Withdrawn by Wang
Reason: wrong day
Enter it: https://shop.example/enter?date=2026-11-20
Corner Café`
  ],
  [
    "an undo",
    { kind: "undone", date: friday, cents: null, source: null, before: cents(338_850), reason: "", actor: "Wang" },
    `Undone 20 Nov $3,388.50 → no figure
Undone by Wang
Enter it: https://shop.example/enter?date=2026-11-20
Corner Café · Friday`
  ],
  [
    "an undo that closes the shop again",
    { kind: "undone", date: friday, cents: null, source: null, before: cents(338_850), reason: "", actor: "Wang", closed: true },
    `Undone 20 Nov $3,388.50 → shop closed
Undone by Wang
See the day: https://shop.example/#2026-11-20
Corner Café · Friday`
  ],
  [
    "a test without an amount",
    day({ kind: "test", date: friday, source: null, cents: cents(0), reason: "Test push" }),
    `Test · Connected to this chat
Test push
This is a test message.
Open the dashboard: https://shop.example/
Corner Café`
  ],
  [
    "a test",
    day({ kind: "test", date: friday, source: "import", reason: "Test push" }),
    `Test · $3,629.76 · Fri 20 Nov
Test push
This is a test message. The amount is the one stored for the day · Imported
Open the dashboard: https://shop.example/
Corner Café`
  ]
]

const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]/u

describe("a message in English", () => {
  for (const [what, announcement, text, since] of said)
    it(`says ${what}`, () => assert.strictEqual(toText(compose(announcement, context, since)), text))

  it("has no Chinese in any product's formats", () => {
    for (const product of products) {
      for (const format of product.formats) {
        for (const [, announcement] of said) {
          const body = product.message(compose(announcement, context), format)
          // The parentheses of a typed note are kept.
          for (const text of textsOf(body)) assert.notMatch(text.replaceAll(/[（(]heavy[)）]/g, ""), chinese, `${product.name} ${format}`)
        }
      }
    }
  })
})

const alarm = {
  shopName: "Corner Café",
  language: "en" as const,
  cutoff: { hour: 23, minute: 0 },
  alertAfterMinutes: 10,
  amountSource: { kind: "range" } as AmountSource,
  book: DayBook.empty,
  keyword: ""
}

describe("an alarm in English", () => {
  it("names the day, and what to do", () => {
    assert.strictEqual(
      noticeText(Notice.Unsettled({ date: friday }), alarm),
      "Alarm · Corner Café\nFri 20 Nov 2026 is not settled: settlement was due at 23:00, 10 minutes ago. See /api/health and the log."
    )
    assert.strictEqual(
      noticeText(Notice.Settled({ date: friday }), { ...alarm, keyword: "shop" }),
      "Over · Corner Café · shop\nThe latest day is settled. Fri 20 Nov 2026 still is not: someone has to enter it."
    )
    // Nobody thinks in minutes beyond the first hour.
    for (const [minutes, span] of [[1, "1 minute"], [59, "59 minutes"], [60, "1 hour"], [842, "14 hours"]] as const)
      assert.include(noticeText(Notice.FeedSilent({ by: "pos", minutes }), alarm), `pos has sent nothing for ${span}: `)
    assert.match(noticeText(Notice.MessagesFailed({ count: 1, chats: [] }), alarm), /\n1 message has failed\./)
  })
})

describe("the words of the chat", () => {
  const tables: ReadonlyArray<readonly [table: Words, folder: string]> = [[messageWords, "src/Chat/"], [alarmWords, "src/Alarm/"]]
  const root = new URL("../../", import.meta.url)

  it("contain nothing in English that a product's markdown would change", () => {
    for (const [table] of tables) {
      for (const [key, { en }] of Object.entries(table)) {
        assert.strictEqual(withoutMarkup(en), en, key)
        assert.notMatch(en, chinese, key)
      }
    }
  })

  it("fill in the same facts in both languages, except in dates and where the number is 1", () => {
    const facts = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()
    for (const [table] of tables) {
      for (const [key, { en, zh }] of Object.entries(table)) {
        if (!key.startsWith("date") && !key.endsWith(".one")) assert.deepStrictEqual(facts(en), facts(zh), key)
      }
    }
  })

  it("are all said somewhere", () => {
    for (const [table, folder] of tables) {
      const names = readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))
      const code = names.map((name) => readFileSync(new URL(folder + name, root), "utf8")).join("\n")
      const isSaid = (key: string): boolean => {
        const stem = key.replace(/\.one$/, "")
        const parts = stem.split(".")
        return code.includes(`"${stem}"`) ||
          parts.some((_, index) => index > 0 && code.includes(`\`${parts.slice(0, index).join(".")}.\${`))
      }
      assert.deepStrictEqual(Object.keys(table).filter((key) => !isSaid(key)), [])
    }
  })
})
