import type { RecordedRequest } from "../../test/lib/FeishuDouble.ts"
import type { Announcement } from "./Snapshot.ts"

const inside = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce((inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined), value)

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const linesOf = ({ json }: RecordedRequest): ReadonlyArray<string> => {
  switch (json?.["msg_type"]) {
    case "interactive":
      return list(inside(json, "card", "elements", 0, "fields")).map((field) => String(inside(field, "text", "content")))
    case "post":
      return list(inside(json, "content", "post", "zh_cn", "content")).map((line) => String(inside(line, 0, "text")))
    default:
      return String(inside(json, "content", "text")).split("\n")
  }
}

/** The labelled facts of a message in any format. */
export const factsOf = (request: RecordedRequest): ReadonlyMap<string, string> =>
  new Map(linesOf(request).flatMap((line) => {
    const [, label, value] = /^([^\n：]+)[\n：](.*)$/s.exec(line) ?? []
    return label === undefined || value === undefined ? [] : [[label, value] as const]
  }))

const kinds: Readonly<Record<string, string>> = {
  daily: "日结",
  finalized: "定版",
  entered: "录入",
  corrected: "更正",
  confirmed: "确认",
  imported: "导入",
  repeat: "补推",
  digest: "导入"
}

const yuan = (cents: number | undefined): string =>
  cents === undefined ? "" : `¥${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** Whether a request carries that stored message. */
export const carries = (request: RecordedRequest, announcement: Announcement): boolean => {
  const facts = factsOf(request)
  const date = facts.get("日期") ?? ""
  if (facts.get("类型") !== kinds[announcement.kind]) return false
  if (announcement.kind === "digest") {
    return date.startsWith(String(announcement.first)) && date.includes(` ${announcement.last} `) &&
      facts.get("天数") === `${announcement.days} 天` && facts.get("合计") === yuan(announcement.totalCents)
  }
  return date.startsWith(String(announcement.date)) && (facts.get("新金额") ?? facts.get("营业额")) === yuan(announcement.cents) &&
    (facts.get("原因") ?? "") === (announcement.reason ?? "")
}
