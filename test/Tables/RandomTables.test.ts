import { assert, describe, it } from "@effect/vitest"
import { writeXlsx } from "hucre/xlsx"
import { addDays, isoWeekday, twoDigits } from "../../src/Domain/EpochDay.ts"
import type { LocalDate } from "../../src/Domain/LocalDate.ts"
import { readTables } from "../../src/Tables.ts"
import { plainCents } from "../../src/Tables/Outcome.ts"

/** A sequence of numbers from 0 to 1 by a seed, so that a failing table can be made again. */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const dateForms: ReadonlyArray<(y: number, m: number, d: number) => string> = [
  (y, m, d) => `${y}-${twoDigits(m)}-${twoDigits(d)}`,
  (y, m, d) => `${y}/${m}/${d}`,
  (y, m, d) => `${y}.${m}.${d}`,
  (y, m, d) => `${y}年${m}月${d}日`,
  (y, m, d) => `${y}${twoDigits(m)}${twoDigits(d)}`,
  (y, m, d) => `${twoDigits(d)}.${twoDigits(m)}.${y}`,
  (y, m, d) => `${twoDigits(d)}/${twoDigits(m)}/${y}`,
  (y, m, d) => `${m}/${d}/${y}`,
  (y, m, d) => `${m}/${d}/${y % 100}`,
  (y, m, d) => `${y % 100}-${twoDigits(m)}-${twoDigits(d)}`,
  (y, m, d) => `${d}-${months[m - 1]}-${y % 100}`,
  (y, m, d) => `${months[m - 1]} ${d}, ${y}`,
  (_, m, d) => `${m}月${d}日`,
  (_, m, d) => `${m}/${d}`,
  (y, m, d) => `${y}/${m}/${d} 0:00`
]

const groupedBy = (number: number, sign: string) => number.toLocaleString("en").replaceAll(",", sign)
const whole = (cents: number) => Math.trunc(cents / 100)

const amountForms: ReadonlyArray<(cents: number) => string> = [
  (c) => String(c / 100),
  (c) => plainCents(c),
  (c) => `${groupedBy(whole(c), ",")}.${twoDigits(c % 100)}`,
  (c) => `${groupedBy(whole(c), ".")},${twoDigits(c % 100)}`,
  (c) => `${whole(c)},${twoDigits(c % 100)}`,
  (c) => `¥${groupedBy(whole(c), ",")}.${twoDigits(c % 100)}`,
  (c) => `${plainCents(c)}元`,
  (c) => `${plainCents(c)}00`,
  (c) => groupedBy(whole(c), ","),
  (c) => groupedBy(whole(c), ".")
]

interface Drawn {
  readonly grid: ReadonlyArray<ReadonlyArray<string>>
  readonly amountAt: number
  readonly truth: Readonly<Record<string, string>>
}

/** A random table of days: titles, names, the columns in one of several layouts, weekdays, totals and signatures. */
const draw = (random: () => number): Drawn => {
  const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const pick = <T>(...values: ReadonlyArray<T>): T => values[int(0, values.length - 1)] as T
  const chance = (share: number) => random() < share
  const start = addDays("2026-01-01" as LocalDate, int(0, 300))
  const dates = Array.from({ length: int(1, 20) }, (_, at) => addDays(start, at)).filter((date) => date < "2026-11-26")
  const dateForm = pick(...dateForms)
  const form = int(0, amountForms.length - 1)
  const amountForm = amountForms[form] ?? plainCents
  const isWhole = form >= amountForms.length - 2
  const amounts = dates.map(() => isWhole ? int(1, 9999) * 100 : chance(0.1) ? int(0, 9999) : int(10_000, 999_999))
  const shown = (date: LocalDate) => dateForm(...(date.split("-").map(Number) as [number, number, number]))
  const inEnglish = chance(0.3)
  const dateName = inEnglish ? pick("Date", "Day", "Business date") : pick("日期", "营业日期", "交易日期")
  const amountName = inEnglish ? pick("amount", "Net sales", "Revenue") : pick("营业额", "实收", "金额", "实收金额(元)")
  const hasWeekdays = chance(0.25)
  const base = (date: LocalDate) => hasWeekdays ? [shown(date), `星期${"一二三四五六日"[isoWeekday(date) - 1]}`] : [shown(date)]
  const names = hasWeekdays ? [dateName, "星期"] : [dateName]
  const split = amounts.map((cents) => {
    const first = Math.floor(random() * cents / 100) * 100
    const second = Math.floor(random() * (cents - first) / 100) * 100
    return [first, second, cents - first - second] as const
  })
  const layouts: ReadonlyArray<() => readonly [ReadonlyArray<string>, ReadonlyArray<ReadonlyArray<string>>, number]> = [
    () => [[...names, amountName], dates.map((date, at) => [...base(date), amountForm(amounts[at] ?? 0)]), names.length],
    () => [
      [...names, "单数", amountName, "备注"],
      dates.map((date, at) => [...base(date), String(int(1, 400)), amountForm(amounts[at] ?? 0), pick("", "", "下雨", "2026-11-05 补")]),
      names.length + 1
    ],
    () => [
      [...names, "现金", "微信", "支付宝", "合计"],
      dates.map((date, at) => [...base(date), ...(split[at] ?? []).map(amountForm), amountForm(amounts[at] ?? 0)]),
      names.length + 3
    ],
    () => [
      [...names, "应收", "优惠", amountName],
      dates.map((date, at) => [...base(date), amountForm((amounts[at] ?? 0) + 1000), amountForm(1000), amountForm(amounts[at] ?? 0)]),
      names.length + 2
    ],
    () => {
      let running = 0
      return [
        ["序号", ...names, "客单价", "客流", amountName, "累计"],
        dates.map((date, at) => {
          running += amounts[at] ?? 0
          return [String(at + 1), ...base(date), "25.5", String(int(1, 400)), amountForm(amounts[at] ?? 0), amountForm(running)]
        }),
        names.length + 3
      ]
    },
    () => [
      [...names, "班次", amountName],
      dates.flatMap((date, at) => {
        const noon = split[at]?.[0] ?? 0
        return [[...base(date), "午市", amountForm(noon)], [...base(date), "晚市", amountForm((amounts[at] ?? 0) - noon)]]
      }),
      names.length + 1
    ]
  ]
  const [head, rows, amountAt] = pick(...layouts)()
  const total = amounts.reduce((sum, cents) => sum + cents, 0)
  const labelled = (label: string, cents?: number) => {
    const row = head.map((_, at) => at === (head[0] === "序号" ? 1 : 0) ? label : "")
    return cents === undefined ? row : row.with(amountAt, amountForm(cents))
  }
  const titles = Array.from({ length: int(0, 3) },
    () => pick(["门店营业日报"], ["制表：王芳", "单位：元"], ["# 导出", ""], ["门店：示例店", "", "编号：12"], ["打印：2026-11-20"]))
  const foot = [
    ...(chance(0.5) ? [labelled(pick("合计", "总计", "合 计：", "Total", `合计(${dates.length}天)`), total)] : []),
    ...(chance(0.2) ? [labelled(pick("日均", "平均", "Average"), Math.round(total / Math.max(1, dates.length)))] : []),
    ...(chance(0.3) ? [labelled(pick("店长签字：", "制表人：张三", "Printed by: Ann"))] : [])
  ]
  return {
    grid: [...(chance(0.3) ? [["老街咖啡馆2026年营业日报"]] : []), ...titles, head, ...rows, ...foot],
    amountAt,
    truth: Object.fromEntries(dates.map((date, at) => [date, plainCents(amounts[at] ?? 0)]))
  }
}

const bytesOf = async ({ amountAt, grid }: Drawn, random: () => number): Promise<Uint8Array<ArrayBuffer>> => {
  const format = Math.floor(random() * 4)
  if (format === 3) {
    const cell = (text: string, at: number) => text === "" ? null : at === amountAt && /^\d+\.\d\d$/.test(text) ? Number(text) : text
    return Uint8Array.from(await writeXlsx({ sheets: [{ name: "Sheet1", rows: grid.map((row) => row.map(cell)) }] }))
  }
  const delimiter = [",", ";", "\t"][format] ?? ","
  const lines = grid.map((row) => row.map((text) => text.includes(delimiter) || random() < 0.05 ? `"${text}"` : text).join(delimiter))
  return Uint8Array.from(new TextEncoder().encode(`${lines.join("\r\n")}\n`))
}

const tables = 400

describe("random tables of days", () => {
  it("are read right, asked or refused, never read wrongly without a question", async () => {
    const outcomes = { read: 0, ask: 0, refused: 0 }
    for (let seed = 1; seed <= tables; seed++) {
      const random = randomOf(seed * 7919)
      const drawn = draw(random)
      const { days, outcome, rows } = await readTables(await bytesOf(drawn, random), {
        today: "2026-11-26" as LocalDate,
        currency: "CNY",
        zone: "Asia/Shanghai",
        locale: "zh-CN",
        dayStartsAt: 0,
        answers: {},
        known: new Map()
      })
      outcomes[outcome]++
      if (outcome !== "read") continue
      const about = `seed ${seed}:\n${drawn.grid.map((row) => row.join(" | ")).join("\n")}`
      assert.deepStrictEqual(Object.fromEntries(days.map(({ cents, date }) => [date, plainCents(cents)])), drawn.truth, about)
      assert.strictEqual(rows.length, drawn.grid.filter((row) => row.some((text) => text !== "")).length, about)
    }
    // A reader that asks or refuses everything would read nothing wrongly.
    assert.isAbove(outcomes.read, tables / 3, JSON.stringify(outcomes))
    assert.isBelow(outcomes.refused, tables / 10, JSON.stringify(outcomes))
  })
})
