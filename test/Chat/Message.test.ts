import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { toBody } from "../../src/Chat/Feishu.ts"
import { compose, toText } from "../../src/Chat/Message.ts"
import type { Announcement, DayStory } from "../../src/Domain/Announcement.ts"
import { formats } from "../../src/Domain/Attempt.ts"
import type { FigureSince } from "../../src/Domain/FigureSince.ts"
import { cents, date, day, digest, shop } from "./Samples.ts"

/** Every text a format shows, and the tags of the nodes that show it. */
const shown = (body: unknown): { readonly texts: Array<string>; readonly tags: Set<string> } => {
  const found = { texts: [] as Array<string>, tags: new Set<string>() }
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return
    const { content, tag, text, title } = node as Record<string, unknown>
    if (typeof tag === "string" && (typeof content === "string" || typeof text === "string")) found.tags.add(tag)
    for (const value of [content, text, title]) if (typeof value === "string") found.texts.push(value)
    Object.values(node).forEach(visit)
  }
  visit(body)
  return found
}

const textsOf = (announcement: Announcement, context = shop, since?: FigureSince) =>
  formats.map((format) => shown(toBody(compose(announcement, context, since), format)).texts.join("\n"))

const at = (text: string) => DateTime.unsafeMakeZoned(text, { timeZone: "Asia/Shanghai" })

const november = { ...shop, now: at("2026-11-26T23:00:00+08:00") }
const linked = { ...november, publicUrl: "https://shop.example" }
const thursday = date("2026-11-26")

const story: DayStory = {
  entered: { by: "小王", at: at("2026-11-26T21:00:00+08:00").epochMillis },
  range: null,
  note: "晚上下雨，外摆没开",
  compared: { against: "usual", days: 8, current: 338_800, previous: 357_700 },
  unusual: false,
  week: {
    cents: 1_320_000,
    days: 4,
    generatedDays: 0,
    generatedCents: 0,
    closedDays: 0,
    missing: [],
    compared: { days: 4, current: 1_320_000, previous: 1_240_000 }
  },
  month: {
    cents: 8_231_540,
    days: 26,
    generatedDays: 1,
    generatedCents: 300_000,
    closedDays: 1,
    missing: [date("2026-11-03"), date("2026-11-09")],
    compared: { days: 21, current: 7_000_000, previous: 7_750_000 }
  }
}

const daily = day({ date: thursday, cents: cents(338_800), source: "manual", story, head: "812:1f0c9a2b3c4d5e6f" })

const uncounted = day({
  date: thursday,
  cents: cents(328_743),
  story: {
    ...story,
    entered: null,
    range: { min: cents(280_000), max: cents(360_000) },
    note: "",
    compared: null,
    week: { ...story.week, generatedDays: 1, generatedCents: 300_000, compared: null }
  }
})

const entered = day({ kind: "entered", date: thursday, cents: cents(410_000), source: "manual", actor: "小王", note: "下雨" })

const correction = day({
  kind: "corrected",
  date: thursday,
  cents: cents(338_800),
  source: "manual",
  before: cents(410_000),
  reason: "漏记退款",
  actor: "王店长"
})

const reminder: Announcement = {
  kind: "reminder",
  date: thursday,
  cutoff: "23:00",
  cutoffAt: at("2026-11-26T23:00:00+08:00").epochMillis,
  range: { min: cents(400_000), max: cents(520_000) }
}

const withdrawn: Announcement = { kind: "withdrawn", date: thursday, before: cents(300_000), reason: "记错日期", actor: "王店长" }
const closed: Announcement = { kind: "closed", date: thursday, before: null, reason: "春节", actor: "settlement" }
const undone: Announcement = {
  kind: "undone",
  date: thursday,
  cents: cents(410_000),
  source: "manual",
  before: cents(338_850),
  reason: "",
  actor: "小王"
}

/** The text of each message, with the address of the pages known. */
const said: ReadonlyArray<readonly [what: string, announcement: Announcement, text: string]> = [
  [
    "日结",
    daily,
    `日结 ¥3,388.00 · 11月26日 周四
小王 21:00 录入
比平常周四少 5%（平常 ¥3,577）
本周 ¥13,200.00（4 天），比上周同样 4 天多 ¥800
本月 ¥79,315.40（已录 23/26 天，另有估算约 ¥3,000，店休 1 天），比上月同样的日子少 ¥7,500
缺 2 天：11月3日 https://shop.example/enter?date=2026-11-03、11月9日 https://shop.example/enter?date=2026-11-09
备注：晚上下雨，外摆没开
看这一天：https://shop.example/#2026-11-26
示例门店
核对码 812:1f0c9a2b3c4d5e6f`
  ],
  [
    "a till's daily figure, with the time of its last push",
    day({
      kind: "finalized",
      date: thursday,
      cents: cents(338_800),
      source: "feed",
      story: {
        ...story,
        entered: { by: "pos", at: at("2026-11-26T22:58:00+08:00").epochMillis },
        note: "",
        compared: null,
        month: { ...story.month, missing: [] }
      }
    }),
    `定版 ¥3,388.00 · 11月26日 周四
pos 22:58 报数
本周 ¥13,200.00（4 天），比上周同样 4 天多 ¥800
本月 ¥79,315.40（已录 25/26 天，另有估算约 ¥3,000，店休 1 天），比上月同样的日子少 ¥7,500
看这一天：https://shop.example/#2026-11-26
示例门店`
  ],
  [
    "复核",
    day({
      kind: "corrected",
      date: thursday,
      cents: cents(338_800),
      source: "feed",
      before: cents(410_000),
      actor: "feed",
      rechecked: true
    }),
    `更正 11月26日 ¥4,100 → ¥3,388
差额 −¥712.00
复核：第二天又问了收银系统，以这个数为准。
收银系统更正
看这一天：https://shop.example/#2026-11-26
示例门店 · 周四`
  ],
  [
    "估算",
    uncounted,
    `估算 11月26日 ¥3,287.43
周四没有人录入，这是系统按 ¥2,800–3,600 估的，不是实收，不算进比较。
本周 ¥10,200.00（已录 3/4 天，另有估算约 ¥3,000）
本月 ¥79,315.40（已录 23/26 天，另有估算约 ¥3,000，店休 1 天），比上月同样的日子少 ¥7,500
缺 2 天：11月3日 https://shop.example/enter?date=2026-11-03、11月9日 https://shop.example/enter?date=2026-11-09
补录：https://shop.example/enter?date=2026-11-26
示例门店 · 周四`
  ],
  [
    "定版",
    day({ kind: "finalized", date: thursday, source: "import" }),
    `定版 ¥3,629.76 · 11月26日 周四
导入
看这一天：https://shop.example/#2026-11-26
示例门店`
  ],
  [
    "录入",
    entered,
    `录入 ¥4,100.00 · 11月26日 周四
小王录入
备注：下雨
看这一天：https://shop.example/#2026-11-26
示例门店`
  ],
  [
    "确认",
    { ...entered, kind: "confirmed", before: cents(410_000) },
    `确认 ¥4,100.00 · 11月26日 周四
小王确认
备注：下雨
看这一天：https://shop.example/#2026-11-26
示例门店`
  ],
  [
    "更正",
    correction,
    `更正 11月26日 ¥4,100 → ¥3,388
差额 −¥712.00
王店长更正
原因：漏记退款
看这一天：https://shop.example/#2026-11-26
示例门店 · 周四`
  ],
  [
    "更正 without a reason, by the admin password",
    { ...correction, reason: " ", actor: "admin" },
    `更正 11月26日 ¥4,100 → ¥3,388
差额 −¥712.00
管理员更正
看这一天：https://shop.example/#2026-11-26
示例门店 · 周四`
  ],
  [
    "撤回",
    withdrawn,
    `撤回 ¥3,000 · 11月26日 周四
王店长撤回
原因：记错日期
补录：https://shop.example/enter?date=2026-11-26
示例门店`
  ],
  [
    "撤销",
    undone,
    `撤销 11月26日 ¥3,388.50 → ¥4,100
恢复的数：人工录入
小王撤销
看这一天：https://shop.example/#2026-11-26
示例门店 · 周四`
  ],
  [
    "撤销 that leaves the day without a figure",
    { ...undone, cents: null, source: null },
    `撤销 11月26日 ¥3,388.50 → 没有数
小王撤销
补录：https://shop.example/enter?date=2026-11-26
示例门店 · 周四`
  ],
  [
    "撤销 that closes the shop again",
    { ...undone, cents: null, source: null, closed: true },
    `撤销 11月26日 ¥3,388.50 → 店休
小王撤销
看这一天：https://shop.example/#2026-11-26
示例门店 · 周四`
  ],
  [
    "撤销 of the undo that closed the shop again",
    { ...undone, before: null, closed: true },
    `撤销 11月26日 店休 → ¥4,100
恢复的数：人工录入
小王撤销
看这一天：https://shop.example/#2026-11-26
示例门店 · 周四`
  ],
  [
    "店休",
    closed,
    `店休 · 11月26日 周四
店休，没有营业额。
备注：春节
看这一天：https://shop.example/#2026-11-26
示例门店`
  ],
  [
    "提醒",
    reminder,
    `还没录入 · 23:00 结账
11月26日 周四还没有数。到时没人录入，系统会按 ¥4,000–5,200 估一个数。
去录入：https://shop.example/enter
示例门店`
  ],
  [
    "提醒 of a shop that generates nothing",
    { ...reminder, range: null },
    `还没录入 · 23:00 结账
11月26日 周四还没有数。系统不估数，请录入。
去录入：https://shop.example/enter
示例门店`
  ],
  [
    "缺",
    { kind: "awaited", date: thursday, before: null, reason: "", actor: "settlement" },
    `缺 · 11月26日 周四
过了结账时间还没有数，系统不估数，请录入。
补录：https://shop.example/enter?date=2026-11-26
示例门店`
  ],
  [
    "导入",
    day({ kind: "imported", date: date("2025-12-09"), source: "import", actor: "auto-import" }),
    `导入 ¥3,629.76 · 2025年12月9日 周二
启动时导入
看这一天：https://shop.example/#2025-12-09
示例门店`
  ],
  [
    "导入 over another amount",
    day({ kind: "imported", date: thursday, source: "import", before: cents(100), actor: "小王" }),
    `导入 11月26日 ¥1 → ¥3,629.76
差额 +¥3,628.76
小王导入
看这一天：https://shop.example/#2026-11-26
示例门店 · 周四`
  ],
  [
    "导入 digest",
    digest,
    `导入 3 天 · 合计 ¥10,000.50
2025年12月1日 周一 至 2025年12月3日 周三
管理员导入
打开看板：https://shop.example/
示例门店`
  ],
  [
    "补推",
    day({ ...daily, kind: "repeat", again: "reload", story: { ...story, note: "" } }),
    `补推 ¥3,388.00 · 11月26日 周四
设置改了，再次通知
小王 21:00 录入
比平常周四少 5%（平常 ¥3,577）
本周 ¥13,200.00（4 天），比上周同样 4 天多 ¥800
本月 ¥79,315.40（已录 23/26 天，另有估算约 ¥3,000，店休 1 天），比上月同样的日子少 ¥7,500
缺 2 天：11月3日 https://shop.example/enter?date=2026-11-03、11月9日 https://shop.example/enter?date=2026-11-09
看这一天：https://shop.example/#2026-11-26
示例门店
核对码 812:1f0c9a2b3c4d5e6f`
  ],
  [
    "测试 of a stored amount",
    day({ kind: "test", date: thursday, source: "manual", reason: "测试推送" }),
    `【测试】¥3,629.76 · 11月26日 周四
测试推送
这是一条测试消息。金额就是这一天现在记着的数（人工录入）。
打开看板：https://shop.example/
示例门店`
  ],
  [
    "测试 of another amount",
    day({ kind: "test", date: thursday, source: null, reason: "hello" }),
    `【测试】¥3,629.76 · 11月26日 周四
hello
这是一条测试消息，金额不是实际营业额。
打开看板：https://shop.example/
示例门店`
  ],
  [
    "测试 without an amount",
    day({ kind: "test", date: thursday, source: null, cents: cents(0), reason: "测试推送" }),
    `【测试】已接上这个群
测试推送
这是一条测试消息。
打开看板：https://shop.example/
示例门店`
  ]
]

/** Beside a usual amount. */
const beside = (previous: number) => ({ against: "usual" as const, days: 8, current: 338_800, previous })

/** What the story of a day adds to a message, or leaves out. */
const stories: ReadonlyArray<readonly [what: string, parts: Partial<DayStory>, has: ReadonlyArray<string>, hasNot: ReadonlyArray<string>]> =
  [
    ["a goal", { goal: { cents: 9_500_000, missing: 2_340_000, daysLeft: 9, needed: 259_950 } }, [
      "\n本月目标 ¥95,000，还差 ¥23,400，剩 9 天，每天需 ¥2,600\n缺 2 天"
    ], []],
    ["a goal with days that nobody counted", {
      goal: { cents: 9_500_000, missing: 2_340_000, daysLeft: 9, daysUncounted: 3, needed: 195_000 }
    }, [
      "\n本月目标 ¥95,000，还差 ¥23,400，剩下和没录的 12 天，每天需 ¥1,950\n"
    ], []],
    ["a goal on the last day", { goal: { cents: 9_500_000, missing: 2_340_050, daysLeft: 0, needed: null } }, [
      "\n本月目标 ¥95,000，还差 ¥23,400.50\n"
    ], ["剩"]],
    ["a goal that is reached", { goal: { cents: 9_500_000, missing: 0, daysLeft: 9, needed: 0 } }, ["\n已达成本月目标 ¥95,000\n"], [
      "还差"
    ]],
    ["an amount that is unusual", { compared: beside(546_451), unusual: true }, ["请核对：比平常周四少 38%（平常 ¥5,464.51）"], []],
    ["an amount that is a multiple", { compared: beside(30_000), unusual: true }, ["请核对：是平常周四的 11 倍（平常 ¥300）"], []],
    ["more than usual", { compared: beside(300_000) }, ["\n比平常周四多 13%（平常 ¥3,000）\n"], ["请核对"]],
    ["what is usual, within half a percent", { compared: beside(338_801) }, ["\n和平常周四差不多（平常 ¥3,388.01）\n"], []],
    ["a usual amount of nothing", { compared: beside(0) }, ["比平常周四多"], ["NaN", "Infinity"]],
    ["nothing to compare with", { compared: null }, ["小王 21:00 录入"], ["平常"]],
    ["weeks that are equal", { week: { ...story.week, compared: { days: 1, current: 5, previous: 5 } } }, ["，和上周同样 1 天一样\n"], []],
    ["a figure that was entered on another day", { entered: { by: "小王", at: at("2026-11-27T09:05:00+08:00").epochMillis } }, [
      "小王 11月27日 09:05 录入"
    ], []]
  ]

describe("Message", () => {
  // Rules 4.5, 7.2, 7.16 and 7.21.
  it.each(said)("says with %s", (_what, announcement, text) => assert.strictEqual(toText(compose(announcement, linked)), text))

  it.each(stories)("tells of %s", (_what, parts, has, hasNot) => {
    const text = toText(compose({ ...daily, story: { ...story, ...parts } }, november))
    for (const part of has) assert.include(text, part)
    for (const part of hasNot) assert.notInclude(text, part)
  })

  // Rules 4.5 and 7.2.
  it.each(said)("says the same in all three formats: %s", (_what, announcement) => {
    const plain = textsOf(announcement, linked).map((text) =>
      text.replaceAll(/\]\(https:[^)]*\)|https:\S*?(?=、|\n|$)|[[\]\s：]/g, "").replaceAll(/看这一天|补录|去录入|打开看板/g, "")
    )
    assert.strictEqual(plain[1], plain[0])
    assert.strictEqual(plain[2], plain[0])
  })

  it("leads in every format to each day that is missing", () => {
    const [card, post, text] = formats.map((format) => JSON.stringify(toBody(compose(daily, linked), format)))
    const url = "https://shop.example/enter?date=2026-11-03"
    assert.include(card, `{"tag":"lark_md","content":"缺 2 天：[11月3日](${url})、[11月9日](`)
    assert.include(post, `{"tag":"text","text":"缺 2 天："},{"tag":"a","text":"11月3日","href":"${url}"}`)
    assert.include(text, `缺 2 天：11月3日 ${url}、11月9日 https:`)
    for (const alone of textsOf(daily, november)) assert.include(alone, "缺 2 天：11月3日、11月9日")
  })

  it("is amber for an uncounted amount, and for nothing else", () => {
    const all = said.map(([what, announcement]) => [what, compose(announcement, shop).colour] as const)
    assert.deepStrictEqual(all.filter(([, colour]) => ["orange", "yellow"].includes(colour)), [
      ["估算", "orange"],
      ["缺", "orange"]
    ])
  })

  // Rule 7.19.
  it("first states the present figure in all three formats, if it has changed", () => {
    for (const text of textsOf(uncounted, linked, { _tag: "Changed", cents: cents(310_000), source: "manual" })) {
      assert.match(text, /^(?:interactive\n)?估算 11月26日 ¥3,287\.43\n现在是 ¥3,100\.00（人工录入），以这个数为准。/)
      assert.notInclude(text, "补录")
    }
    for (const text of textsOf(correction, linked, { _tag: "Withdrawn" })) assert.include(text, "\n后来撤回了，这一天现在没有数。")
    assert.strictEqual(compose(correction, linked, { _tag: "Withdrawn" }).link?.label, "补录")
  })

  it("adds nothing about an amount that has not changed", () => {
    for (const announcement of [daily, withdrawn, correction])
      assert.deepStrictEqual(compose(announcement, shop, { _tag: "Same" }), compose(announcement, shop))
  })

  // Rule 7.20.
  it("ends with the head of the audit in all three formats, where it has one", () => {
    const ends = [/核对码 812:1f0c9a2b3c4d5e6f"}\]}\]}}$/, /核对码 812:1f0c9a2b3c4d5e6f"}\]\]}}}}$/, /\\n核对码 812:1f0c9a2b3c4d5e6f"}}$/]
    for (const [index, format] of formats.entries()) {
      assert.match(JSON.stringify(toBody(compose(daily, shop), format)), ends[index] ?? /^$/)
      assert.notInclude(JSON.stringify(toBody(compose(day(), shop), format)), "核对码")
    }
  })

  it("puts all typed text into plain-text nodes", () => {
    for (const announcement of [correction, entered, { ...daily, story: { ...story, month: story.week } }]) {
      for (const format of formats) {
        const { tags } = shown(toBody(compose(announcement, linked), format))
        for (const tag of tags) assert.include(["plain_text", "text", "a"], tag)
      }
    }
  })

  // Rule 7.3.
  it("lets no reason, actor, note or shop name become a mention, a link, markup or another line", () => {
    const evil = "<at user_id=\"all\">所有人</at> @all https://evil.example/x www.evil.cn <b>\r\n日期：1999-01-01\u2028\u202Etxt\u061Cend"
    const named = { ...shop, shopName: evil }
    const told = { ...daily, story: { ...story, note: evil, entered: { by: evil, at: 0 } } }
    for (const announcement of [{ ...correction, reason: evil, actor: evil, note: evil }, told]) {
      for (const [index, text] of textsOf(announcement, named).entries()) {
        assert.notMatch(text, /[<>@\r\p{Bidi_Control}\u2028]|:\/\/|www\.|evil\.cn|evil\.example/u, formats[index])
        assert.include(text, "＜at user_id=\"all\"＞所有人＜/at＞ ＠all https：//evil．example/x")
      }
    }
    assert.strictEqual(toText(compose(told, named)).split("\n").length, toText(compose(daily, shop)).split("\n").length)
  })

  it.each(["हिन्दी.com", "💩.la", "i❤.ws", "公司.cn", "a\u200B.cn", "a.\u200Bcn", "m\u0301.cn"])("does not let %s become a link",
    (domain) => {
      for (const text of textsOf({ ...correction, reason: domain })) assert.include(text, domain.replace(".", "．"))
    })

  it("leaves ordinary text as it was typed", () => {
    const reason = "POS 机 v1.5 少记 3.20 元；a & b. 完"
    for (const text of textsOf({ ...correction, reason })) assert.include(text, reason)
  })

  // Rule 7.2.
  it("holds the bot's keyword in every format, once", () => {
    for (const text of textsOf(day(), { ...shop, keyword: "turnover<1>" })) assert.strictEqual(text.split("turnover<1>").length, 2)
    assert.strictEqual(compose(daily, { ...shop, keyword: "日结" }).title, compose(daily, shop).title)
    for (const text of textsOf(daily, { ...shop, keyword: "示例门店" })) assert.strictEqual(text.split("示例门店").length, 2)
  })

  // Rule 7.16.
  it("has no link without the address of the pages", () => {
    for (const [, announcement] of said) {
      for (const format of formats)
        assert.notMatch(JSON.stringify(toBody(compose(announcement, shop), format)), /https?:|"action"|"tag":"a"|lark_md/)
      assert.deepStrictEqual(compose(announcement, shop).link, null)
    }
  })

  it("reads the messages of an older version", () => {
    const { range: _, ...asked } = reminder
    assert.strictEqual(toText(compose(day({ date: thursday }), november)), `估算 11月26日 ¥3,629.76
系统估算
示例门店 · 周四`)
    assert.include(toText(compose(asked, november)), "\n11月26日 周四还没有数。\n")
  })
})
