import { assert, describe, it } from "vitest"

// The page's currency, which is not set here.
Object.assign(globalThis, { document: { documentElement: { lang: "zh" } } })

type Columns = ReadonlyArray<{ readonly column: string; readonly name: string; readonly example: string }>
const { guess }: { readonly guess: (columns: Columns) => { readonly date: string; readonly amount: string } } = await import(
  new URL("../../static/js/admin/import/columns.js", import.meta.url).href
)

/** Columns of a table with these headers and first values. */
const columns = (...all: ReadonlyArray<readonly [name: string, example: string]>): Columns =>
  all.map(([name, example], at) => ({ column: name === "" ? String(at + 1) : name, name, example }))

describe("the columns of a file that are proposed", () => {
  const day = ["日期", "2026-11-01"] as const
  const cases: ReadonlyArray<readonly [why: string, columns: Columns, date: string, amount: string]> = [
    [
      "take a total before its parts",
      columns(day, ["星期", "周日"], ["午市", "1,200"], ["晚市", "2,100"], ["合计", "3,300"]),
      "日期",
      "合计"
    ],
    ["never take the weekday for an amount", columns(day, ["星期", "7"], ["堂食", "3300.5"]), "日期", "堂食"],
    ["never take the weekday, also in English", columns(["Date", "2026/11/1"], ["Weekday", "1"], ["Cash", "5"]), "Date", "Cash"],
    ["take what came in before what was due", columns(["门店", "一店"], day, ["应收", "10"], ["实收", "9"]), "日期", "实收"],
    ["take turnover before other numbers", columns(day, ["单数", "88"], ["营业额", "¥3,001.00"], ["客单价", "34"]), "日期", "营业额"],
    ["need a number, whatever the name says", columns(day, ["金额说明", "含外卖"], ["流水", "3001元"]), "日期", "流水"],
    ["leave counts of bills and numbers of rows alone", columns(["序号", "1"], day, ["单数", "88"], ["现金", "500"]), "日期", "现金"],
    ["go by the values where there is no header", columns(["", "一店"], ["", "2026年11月1日"], ["", "3001元"]), "2", "3"],
    ["have two columns, even of an empty table", columns(day, ["星期", ""], ["营业额", ""]), "日期", "营业额"]
  ]
  for (const [why, all, date, amount] of cases) it(why, () => assert.deepStrictEqual(guess(all), { date, amount }))
})
