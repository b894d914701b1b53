import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { compose, toText } from "../../src/Chat/Message.ts"
import type { Announcement } from "../../src/Domain/Announcement.ts"
import { Ledger } from "../../src/Ledger.ts"
import { Scheduler } from "../../src/Scheduler.ts"
import { shop } from "../Chat/Samples.ts"
import { commanding } from "../lib/Commands.ts"
import { cents, date, storedAudit } from "../lib/Stored.ts"
import { testService } from "../lib/TestService.ts"

const today = date("2026-03-14")

const enter = (yuan: number) =>
  Effect.flatMap(Ledger, (ledger) => commanding(ledger).correct({ date: today, cents: cents(yuan * 100), reason: "till", actor: "mei" }))

const steps = {
  "enter 5": enter(5),
  "enter 6": enter(6),
  "enter what stands": Effect.gen(function*() {
    const ledger = yield* Ledger
    const day = (yield* ledger.book).byDate.get(today)
    if (day === undefined) return yield* Effect.dieMessage("no figure stands")
    yield* commanding(ledger).correct({ date: today, cents: day.cents, reason: "counted", actor: "mei" })
  }),
  "import 5": Effect.flatMap(Ledger,
    (ledger) => commanding(ledger).importDays({ rows: [{ date: today, cents: cents(500) }], actor: "mei" })),
  withdraw: Effect.flatMap(Ledger, (ledger) => commanding(ledger).withdraw({ date: today, reason: "wrong day", actor: "mei" })),
  "the cutoff": TestClock.adjust("3 minutes"),
  "an hour": TestClock.adjust("1 hour"),
  reload: Effect.flatMap(Scheduler, ({ reloadCutoff }) => reloadCutoff)
}
type Step = keyof typeof steps

/** The title without its date, and for the settlement's messages the lines below it. `AMOUNT` replaces a generated amount. */
const read = (announcement: Announcement): string => {
  const [title = "", ...lines] = toText(compose(announcement, shop)).split("\n")
  const said = title.replace(/ (?:· )?2026年3月14日(?: 周六)?/, "").replaceAll(/¥(?![56](?:\.00)?(?: |$))[\d,.]+/g, "AMOUNT")
  const why = lines.filter((line) => /再次通知$|录入$|导入$/.test(line)).map((line) => line.replace(/ \d\d:\d\d /, " "))
  return ["daily", "repeat"].includes(announcement.kind) ? [said, ...why].join(" | ") : said
}

const row = (sentence: string, done: ReadonlyArray<Step>, messages: ReadonlyArray<string>, audit: ReadonlyArray<string>) =>
  it.scoped(`${done.join(", ")}: ${sentence}`, () => {
    const { bot, layer } = testService({ at: `${today}T22:59:00+08:00` })
    return Effect.gen(function*() {
      for (const step of done) yield* steps[step]
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(bot.sent.map(({ announcement }) => read(announcement)), messages)
      assert.deepStrictEqual(yield* storedAudit, audit.map((action) => `${action} ${today}`))
    }).pipe(Effect.provide(layer))
  })

const generated = "估算 AMOUNT"

// Rules 5.12, 6.10, 7.1, 7.2 and 7.15.
describe("What the group reads about a day", () => {
  row("nothing was entered, the amount is generated", ["the cutoff"], [generated], ["generate"])
  row("the settlement's message follows, whatever came before", ["enter 5", "the cutoff"], ["录入 ¥5.00", "日结 ¥5.00 | mei 录入"], [
    "correct"
  ])
  row("another amount is a correction, with the old one", ["enter 5", "enter 6", "the cutoff"], [
    "录入 ¥5.00",
    "更正 ¥5 → ¥6",
    "日结 ¥6.00 | mei 录入"
  ], ["correct", "correct"])
  row("the same amount is a confirmation", ["enter 5", "enter 5", "the cutoff"], [
    "录入 ¥5.00",
    "确认 ¥5.00",
    "日结 ¥5.00 | mei 录入"
  ], ["correct", "correct"])
  row("a day without a figure is left to the settlement", ["enter 5", "withdraw", "the cutoff"], [
    "录入 ¥5.00",
    "撤回 ¥5",
    generated
  ], ["correct", "withdraw", "generate"])
  row("an amount after a withdrawal is entered, not corrected", ["enter 5", "withdraw", "enter 6", "the cutoff"], [
    "录入 ¥5.00",
    "撤回 ¥5",
    "录入 ¥6.00",
    "日结 ¥6.00 | mei 录入"
  ], ["correct", "withdraw", "correct"])
  row("an imported amount is settled as imported", ["import 5", "the cutoff"], ["导入 ¥5.00", "日结 ¥5.00 | mei 导入"], ["import"])
  // Both wait at the same instant, and messages of imports come after all others.
  row("an imported amount that was counted becomes a counted one", ["import 5", "enter 5", "the cutoff"], [
    "确认 ¥5.00",
    "导入 ¥5.00",
    "日结 ¥5.00 | mei 录入"
  ], ["import", "correct"])
  row("the first message after the cutoff is no repeat, the next one is", ["enter 5", "the cutoff", "reload"], [
    "录入 ¥5.00",
    "日结 ¥5.00 | mei 录入",
    "补推 ¥5.00 | 设置改了，再次通知 | mei 录入"
  ], ["correct"])
  row("the hourly checks repeat nothing that has arrived", ["enter 5", "the cutoff", "an hour"], [
    "录入 ¥5.00",
    "日结 ¥5.00 | mei 录入"
  ], ["correct"])
  row("a generated amount that is confirmed is a counted one", ["the cutoff", "enter what stands", "reload"], [
    generated,
    "确认 AMOUNT",
    "补推 AMOUNT | 设置改了，再次通知 | mei 录入"
  ], ["generate", "correct"])
  row("a generated amount is corrected, and repeated as corrected", ["the cutoff", "enter 5", "reload"], [
    generated,
    "更正 AMOUNT → ¥5",
    "补推 ¥5.00 | 设置改了，再次通知 | mei 录入"
  ], ["generate", "correct"])
  row("no message is sent about a day whose figure was withdrawn after its cutoff", ["the cutoff", "withdraw", "reload"], [
    generated,
    "撤回 AMOUNT"
  ], ["generate", "withdraw"])
  row("its next figure is entered", ["the cutoff", "withdraw", "enter 5", "reload"], [
    generated,
    "撤回 AMOUNT",
    "录入 ¥5.00",
    "补推 ¥5.00 | 设置改了，再次通知 | mei 录入"
  ], ["generate", "withdraw", "correct"])
})
