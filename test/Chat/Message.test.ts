import { assert, describe, it } from "@effect/vitest"
import { toBody } from "../../src/Chat/Feishu/Formats.ts"
import { compose, type MessageContext, toText } from "../../src/Chat/Message.ts"
import type { Announcement } from "../../src/Domain/Announcement.ts"
import { formats } from "../../src/Domain/Attempt.ts"
import type { FigureSince } from "../../src/Domain/FigureSince.ts"
import { cents, date, day, digest } from "./Samples.ts"

const shop: MessageContext = { shopName: "示例门店", keyword: "", publicUrl: null }

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

const correction = day({ kind: "corrected", source: "manual", before: cents(300_000), reason: "漏记外卖", actor: "王店长" })

const reminder: Announcement = { kind: "reminder", date: date("2025-12-09"), cutoff: "23:00", cutoffAt: 1_765_292_400_000 }

const withdrawn: Announcement = { kind: "withdrawn", date: date("2025-12-09"), before: cents(300_000), reason: "记错日期", actor: "王店长" }

describe("Message", () => {
  const cases: ReadonlyArray<readonly [string, Announcement, ReadonlyArray<string>]> = [
    ["日结", day(), ["示例门店", "2025-12-09 周二", "¥3,629.76", "日结", "系统估算，未清点", "并非实际清点"]],
    ["定版", day({ kind: "finalized", source: "import" }), ["定版", "导入", "¥3,629.76"]],
    ["录入", day({ kind: "entered", source: "manual", actor: "王店长" }), ["录入", "人工录入", "¥3,629.76", "王店长"]],
    ["确认", day({ kind: "confirmed", source: "manual", before: cents(362_976), actor: "王店长" }), [
      "确认",
      "人工录入",
      "¥3,629.76",
      "王店长"
    ]],
    ["撤回", withdrawn, ["撤回", "示例门店", "2025-12-09 周二", "¥3,000.00", "记错日期", "王店长", "现在没有营业额记录"]],
    ["店休", { kind: "closed", date: date("2025-12-09"), before: null, reason: "春节", actor: "settlement" }, [
      "店休",
      "2025-12-09 周二",
      "春节"
    ]],
    ["提醒", reminder, ["提醒", "示例门店", "2025-12-09 周二", "今天还没有录入营业额，23:00 结账。"]],
    ["更正", correction, ["更正", "人工录入", "¥3,000.00", "¥3,629.76", "+¥629.76", "漏记外卖", "王店长"]],
    ["导入", day({ kind: "imported", source: "import", before: cents(100), actor: "admin" }), ["导入", "¥1.00", "¥3,629.76", "admin"]],
    ["补推", day({ kind: "repeat" }), ["补推", "系统估算，未清点", "¥3,629.76"]],
    ["测试", day({ kind: "test", source: null, reason: "测试推送" }), ["【测试】", "测试推送", "不代表实际营业额"]],
    ["导入 digest", digest, ["导入", "2025-12-01 周一", "2025-12-03 周三", "3 天", "¥10,000.50", "admin"]]
  ]
  for (const [name, announcement, facts] of cases) {
    // Rules 4.5 and 7.2.
    it(`tells the same facts in all three formats: ${name}`, () => {
      for (const text of textsOf(announcement)) for (const fact of facts) assert.include(text, fact)
      const [card = "", ...others] = textsOf(announcement).map((text) => text.replace(/[\n：]/g, ""))
      for (const other of others) assert.strictEqual(other, card)
    })
  }

  // Rule 7.19.
  it("says in all three formats what the amount is now, beside what was announced", () => {
    const now: FigureSince = { _tag: "Changed", cents: cents(310_000), source: "manual" }
    for (const text of textsOf(day(), shop, now)) {
      for (const fact of ["¥3,629.76", "系统估算，未清点", "最新金额", "¥3,100.00", "最新来源", "人工录入", "以最新金额为准"])
        assert.include(text, fact)
    }
    for (const text of textsOf(correction, shop, { _tag: "Withdrawn" })) {
      for (const fact of ["¥3,000.00", "¥3,629.76", "漏记外卖", "王店长", "最新金额", "无记录", "后来撤回了"]) assert.include(text, fact)
      assert.notInclude(text, "最新来源")
    }
  })

  it("does not say that a day has no amount where it has one again", () => {
    const now: FigureSince = { _tag: "Changed", cents: cents(310_000), source: "import" }
    for (const text of textsOf(withdrawn, shop, now)) {
      assert.notInclude(text, "这一天现在没有营业额记录")
      for (const fact of ["撤回", "最新金额", "¥3,100.00", "导入"]) assert.include(text, fact)
    }
  })

  it("says nothing more of an amount that stands", () => {
    for (const announcement of [day(), withdrawn, correction]) {
      assert.deepStrictEqual(compose(announcement, shop, { _tag: "Same" }), compose(announcement, shop))
      for (const text of textsOf(announcement)) assert.notInclude(text, "最新")
    }
  })

  // Rule 7.20.
  it("ends with the head of the audit in all three formats, where it has one", () => {
    const head = "812:1f0c9a2b3c4d5e6f"
    const ends = [/}\]}\]}}$/, /"核对码 812:1f0c9a2b3c4d5e6f"}\]\]}}}}$/, /\\n核对码 812:1f0c9a2b3c4d5e6f"}}$/]
    for (const [index, format] of formats.entries()) {
      const body = JSON.stringify(toBody(compose(day({ head }), shop), format))
      assert.include(body, `核对码 ${head}`)
      assert.match(body, ends[index] ?? /^$/)
      assert.notInclude(JSON.stringify(toBody(compose(day(), shop), format)), "核对码")
    }
  })

  it("puts all typed text into plain-text nodes", () => {
    for (const format of formats) {
      const { tags } = shown(toBody(compose(correction, shop), format))
      for (const tag of tags) assert.include(["plain_text", "text"], tag)
    }
  })

  // Rule 7.3.
  it("lets no reason, actor or shop name become a mention, a link, markup or another line", () => {
    const evil = "<at user_id=\"all\">所有人</at> @all https://evil.example/x www.evil.cn <b>\r\n日期：1999-01-01\u2028\u202Etxt"
    const announcement = { ...correction, reason: evil, actor: evil }
    for (const [index, text] of textsOf(announcement, { ...shop, shopName: evil }).entries()) {
      assert.notMatch(text, /[<>@\r\u2028\u202E]|:\/\/|www\.|evil\.cn|evil\.example/, formats[index])
      assert.include(text, "＜at user_id=\"all\"＞所有人＜/at＞ ＠all https：//evil．example/x")
    }
    const lines = toText(compose(announcement, { ...shop, shopName: evil })).split("\n")
    assert.strictEqual(lines.length, toText(compose(correction, shop)).split("\n").length)
  })

  it("leaves ordinary text as it was typed", () => {
    const reason = "POS 机 v1.5 少记 3.20 元；a & b. 完"
    for (const text of textsOf({ ...correction, reason })) assert.include(text, reason)
  })

  // Rule 7.2.
  it("holds the bot's keyword in every format, once", () => {
    for (const text of textsOf(day(), { ...shop, keyword: "turnover<1>" })) assert.strictEqual(text.split("turnover<1>").length, 2)
    assert.strictEqual(compose(day(), { ...shop, keyword: "示例" }).title, compose(day(), shop).title)
  })

  // Rule 7.16.
  it("leads to its day, or without one to the dashboard, by a button, a link or a line where the address of the pages is known", () => {
    const dashboard = { label: "打开看板", url: "https://shop.example/turnover/" }
    const ofDay = { label: "查看详情", url: "https://shop.example/turnover/#2025-12-09" }
    const kinds = ["daily", "finalized", "entered", "corrected", "confirmed", "imported", "repeat"] as const
    const closed: Announcement = { ...withdrawn, kind: "closed" }
    const cases: ReadonlyArray<readonly [Announcement, typeof dashboard]> = [
      ...[...kinds.map((kind) => day({ kind })), withdrawn, closed].map((announcement) => [announcement, ofDay] as const),
      [digest, dashboard],
      [day({ kind: "test", source: null }), dashboard]
    ]
    for (const [announcement, { label, url }] of cases) {
      const [card, post, text] = formats.map((format) =>
        JSON.stringify(toBody(compose(announcement, { ...shop, publicUrl: "https://shop.example/turnover" }), format))
      )
      assert.include(card, `{"tag":"button","type":"primary","text":{"tag":"plain_text","content":"${label}"},"url":"${url}"}`)
      assert.include(post, `{"tag":"a","text":"${label}","href":"${url}"}`)
      assert.include(text, `\\n${label}：${url}"`)
    }
  })

  it("leads from a reminder to the page on which the amount is entered", () => {
    const { link } = compose(reminder, { ...shop, publicUrl: "https://shop.example/turnover" })
    assert.deepStrictEqual(link, { label: "去录入", url: "https://shop.example/turnover/enter" })
  })

  it("has no link without that address, and is otherwise the same", () => {
    for (const format of formats) {
      const body = JSON.stringify(toBody(compose(day(), shop), format))
      assert.notMatch(body, /https?:|打开看板|查看详情|"action"|"tag":"a"/)
    }
    const linked = compose(day(), { ...shop, publicUrl: "https://shop.example" })
    assert.deepStrictEqual({ ...linked, link: null }, compose(day(), shop))
  })

  it("shows a correction of a day without a record as such", () => {
    const [card = ""] = textsOf({ ...correction, before: null, reason: "" })
    assert.include(card, "无记录")
    assert.include(card, "未填写")
  })
})
