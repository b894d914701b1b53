import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { calendarOf, formatInstant } from "../../src/Domain/Calendar.ts"
import * as DayBook from "../../src/Domain/DayBook.ts"
import * as Questions from "../../src/Domain/Questions.ts"
import { type DayMark, type Turnover, unmarked } from "../../src/Domain/Turnover.ts"
import { cents, date, turnover } from "../lib/Stored.ts"
import { instant, shanghai } from "./Arbitraries.ts"

const rules: Questions.AskingRules = {
  calendar: calendarOf(shanghai, { hour: 20, minute: 0 }),
  patienceMinutes: 60,
  askMinutes: 0
}
const today = "2026-11-20"
const yesterday = "2026-11-19"

/** An instant as `HH:MM[:SS]` of today, or with its date before it. */
const at = (time: string): DateTime.Zoned => {
  const [day, clock] = time.includes(" ") ? time.split(" ") as [string, string] : [today, time]
  return instant(`${day}T${clock.length === 5 ? `${clock}:00` : clock}+08:00`, shanghai)
}

const soFar = (day: string): Turnover => turnover(day, { isFinal: false, source: "feed", soFar: { audited: cents(0), reason: "" } })
const closed: DayMark = { ...unmarked(date(today)), closed: true }
const clearedAt = (time: string): DayMark => ({ ...unmarked(date(today)), clearedAt: at(time).epochMillis })

const textOf = ({ at, question }: Questions.Next): string => {
  const instant = formatInstant(DateTime.unsafeMakeZoned(at, { timeZone: shanghai })).slice(5, 19).replace("T", " ")
  return question === null ? `look ${instant}` : `${question.purpose} ${question.date.slice(5)} at ${instant}`
}

interface Shop {
  readonly rules?: Partial<Questions.AskingRules>
  readonly days?: ReadonlyArray<Turnover>
  readonly marks?: ReadonlyArray<DayMark>
}

/** A process that asks when the test lets it. Its jitter is 1, which means the longest waits. */
const asker = ({ days = [], marks = [], rules: changed = {} }: Shop = {}) => {
  const own = { ...rules, ...changed }
  const book = DayBook.make(days, marks)
  let memory: Questions.Memory = {}
  const next = (time: string) => Questions.next(own, book, memory, at(time))
  const after = (time: string, seconds: number, answered: boolean) => {
    const { question } = next(time)
    assert(question !== null, `a question at ${time}`)
    const begun = at(time).epochMillis
    memory = Questions.afterQuestion(memory, question, { begun, ended: begun + seconds * 1000, answered }, 1)
  }
  return {
    next: (time: string) => textOf(next(time)),
    faults: (time: string, seconds = 0) => after(time, seconds, false),
    answers: (time: string, seconds = 0) => after(time, seconds, true),
    unanswered: (time: string) => Questions.unanswered(own, book, memory, at(time))
  }
}

const nextOf = (shop: Shop, time: string) => asker(shop).next(time)

describe("the figure of the day", () => {
  it.each<[string, Shop, string, string]>([
    ["is asked for at the cutoff", {}, "19:59:59", "figure 11-20 at 11-20 20:00:00"],
    ["is asked for at once by a start after it", {}, "20:10", "figure 11-20 at 11-20 20:10:00"],
    ["is asked for at least once by a start after patience", {}, "23:58", "figure 11-20 at 11-20 23:58:00"],
    ["is asked for in place of a running amount", { days: [soFar(today)] }, "20:10", "figure 11-20 at 11-20 20:10:00"],
    ["is not asked for where a person has entered one", { days: [turnover(today)] }, "19:00", "look 11-20 21:00:00"],
    ["is not asked for after patience where a person has entered one", { days: [turnover(today)] }, "21:00", "look 11-21 00:00:00"],
    ["is not asked for where a record is not final yet", { days: [turnover(today, { isFinal: false })] }, "20:00", "look 11-20 21:00:00"],
    ["is not asked for on a closed day", { marks: [closed] }, "20:00", "look 11-20 21:00:00"],
    [
      "is asked for where a figure was withdrawn before the cutoff",
      { marks: [clearedAt("19:00")] },
      "20:00",
      "figure 11-20 at 11-20 20:00:00"
    ],
    ["is not asked for where one was withdrawn after it", { marks: [clearedAt("20:00")] }, "20:10", "look 11-20 21:00:00"],
    ["is not asked for while a later day is stored", { days: [turnover("2026-11-22")] }, "20:10", "look 11-21 00:00:00"],
    ["waits for the cutoff of the new day after midnight", {}, "2026-11-21 00:00", "figure 11-21 at 11-21 20:00:00"]
  ])("%s", (_, shop, time, expected) => assert.strictEqual(nextOf(shop, time), expected))

  it("is asked for again after 2 s, doubling to 60 s, until patience is over, then at minutes 0 and 1 of each hour until midnight", () => {
    const { faults, next } = asker()
    const asked: Array<string> = []
    let time = "20:00:00"
    for (let text = next(time); !text.endsWith("11-21 00:00:00"); text = next(time)) {
      time = text.slice(-8)
      if (text.startsWith("look")) continue
      faults(time)
      asked.push(time)
    }
    assert.deepStrictEqual(asked.slice(0, 7), ["20:00:00", "20:00:02", "20:00:06", "20:00:14", "20:00:30", "20:01:02", "20:02:02"])
    assert.deepStrictEqual(asked.slice(-7), ["20:59:02", "21:00:00", "21:01:00", "22:00:00", "22:01:00", "23:00:00", "23:01:00"])
  })

  it("is not asked for the next morning by a machine that has slept through the end of patience", () => {
    const shop = asker({ rules: { calendar: calendarOf(shanghai, { hour: 23, minute: 30 }) }, days: [turnover("2026-11-01")] })
    shop.faults("00:10")
    assert.strictEqual(shop.next("08:00"), "figure 11-20 at 11-20 23:30:00")
    assert.strictEqual(shop.unanswered("08:00"), yesterday)
    const early = asker({ days: [turnover("2026-11-01")] })
    early.faults(`${yesterday} 20:59:50`)
    assert.strictEqual(early.next("08:00"), "figure 11-20 at 11-20 20:00:00")
  })

  it("is waited for from the end of a slow question on", () => {
    const shop = asker()
    shop.faults("20:00", 120)
    assert.strictEqual(shop.next("20:02"), "figure 11-20 at 11-20 20:02:02")
  })

  it("is asked for after midnight while patience lasts, in a shop that had records by then", () => {
    const late = { calendar: calendarOf(shanghai, { hour: 23, minute: 30 }) }
    assert.strictEqual(nextOf({ rules: late }, "00:10"), "figure 11-20 at 11-20 23:30:00")
    const known = { rules: late, days: [turnover("2026-11-01")] }
    assert.strictEqual(nextOf(known, "00:10"), "figure 11-19 at 11-20 00:10:00")
    // The process restarts at the end of patience.
    assert.strictEqual(nextOf(known, "00:31"), "figure 11-19 at 11-20 00:31:00")
    assert.strictEqual(nextOf(known, "01:30"), "figure 11-20 at 11-20 23:30:00")
    const shop = asker({ rules: late })
    shop.faults(`${yesterday} 23:59:30`)
    assert.strictEqual(shop.next("00:00"), "figure 11-19 at 11-20 00:00:00")
    shop.faults("00:29:50")
    assert.strictEqual(shop.next("00:29:50"), "figure 11-19 at 11-20 00:29:54")
    shop.faults("00:29:54")
    assert.strictEqual(shop.next("00:29:54"), "look 11-20 00:30:00")
    assert.strictEqual(shop.next("00:30"), "figure 11-20 at 11-20 23:30:00")
    assert.strictEqual(shop.unanswered("00:29:59"), null)
    assert.strictEqual(shop.unanswered("00:30"), yesterday)
  })

  it("is asked for at once after the clock was set back", () => {
    const shop = asker()
    shop.faults("20:30")
    assert.strictEqual(shop.next("20:10"), "figure 11-20 at 11-20 20:10:00")
    assert.strictEqual(shop.next("19:10"), "figure 11-20 at 11-20 20:00:00")
  })
})

describe("an unanswered day", () => {
  it("was asked for after its cutoff without an answer until patience was over", () => {
    const shop = asker()
    assert.strictEqual(shop.unanswered("21:30"), null, "it was never asked for")
    shop.faults("20:59:59")
    assert.strictEqual(shop.unanswered("20:59:59"), null)
    assert.strictEqual(shop.next("20:59:59"), "figure 11-20 at 11-20 21:00:00")
    assert.strictEqual(shop.unanswered("21:00"), today)
    assert.strictEqual(shop.unanswered("2026-11-21 09:00"), today)
    assert.strictEqual(shop.unanswered("2026-11-22 09:00"), null)
  })

  it("was asked for once by a start after the end of patience", () => {
    const shop = asker()
    shop.faults("22:30", 3)
    assert.strictEqual(shop.unanswered("22:30:03"), today)
    assert.strictEqual(shop.next("22:30:03"), "figure 11-20 at 11-20 23:00:00")
  })
})

describe("the running amount", () => {
  const asking = { rules: { askMinutes: 30 } }

  it.each<[string, Shop, string, string]>([
    ["is asked for at multiples of ask_minutes", asking, "12:00", "so_far 11-20 at 11-20 12:00:00"],
    ["is asked for at once by a start between two of them", asking, "12:10", "so_far 11-20 at 11-20 12:10:00"],
    ["is not asked for at midnight", asking, "00:00", "so_far 11-20 at 11-20 00:30:00"],
    ["is not asked for on a closed day", { ...asking, marks: [closed] }, "12:10", "look 11-20 21:00:00"],
    ["is not asked for where a person has entered one", { ...asking, days: [turnover(today)] }, "12:10", "look 11-20 21:00:00"],
    ["gives way to the cutoff", asking, "20:00", "figure 11-20 at 11-20 20:00:00"]
  ])("%s", (_, shop, time, expected) => assert.strictEqual(nextOf(shop, time), expected))

  it("is asked for once each time, also after a fault, and not between the last time and the cutoff", () => {
    const shop = asker(asking)
    shop.answers("12:10")
    assert.strictEqual(shop.next("12:10"), "so_far 11-20 at 11-20 12:30:00")
    shop.faults("12:30")
    assert.strictEqual(shop.next("12:30"), "so_far 11-20 at 11-20 13:00:00")
    shop.answers("19:30")
    assert.strictEqual(shop.next("19:30"), "figure 11-20 at 11-20 20:00:00")
  })
})
