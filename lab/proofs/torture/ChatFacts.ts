import type { RecordedRequest } from "../../../test/lib/FeishuDouble.ts"
import type { Announcement } from "./Snapshot.ts"

const inside = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce((inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined), value)

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The title and the lines of a message, whatever its format. */
const linesOf = ({ json }: RecordedRequest): ReadonlyArray<string> => {
  switch (json?.["msg_type"]) {
    case "interactive":
      return [
        String(inside(json, "card", "header", "title", "content")),
        ...list(inside(json, "card", "elements")).flatMap((element) => String(inside(element, "text", "content")).split("\n"))
      ]
    case "post":
      return [
        String(inside(json, "content", "post", "zh_cn", "title")),
        ...list(inside(json, "content", "post", "zh_cn", "content")).map((line) => String(inside(line, 0, "text")))
      ]
    default:
      return String(inside(json, "content", "text")).split("\n")
  }
}

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

const yuan = (cents = NaN): string => `¥${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const dayOf = (date = ""): string => {
  const [year, month, day] = date.split("-").map(Number)
  return `(?:${year}年)?${month}月${day}日`
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Whether a request carries a stored message: the title contains kind, amount and day, and a line contains the reason. */
export const carries = (request: RecordedRequest, announcement: Announcement): boolean => {
  const [title = "", ...lines] = linesOf(request)
  const { cents, date, days, first, kind, last, reason = "", totalCents } = announcement
  const label = kinds[kind] ?? ""
  if (kind === "digest") {
    return title === `${label} ${days} 天 · 合计 ${yuan(totalCents)}` &&
      lines.some((line) => new RegExp(`^${dayOf(first)} .. 至 ${dayOf(last)} ..$`).test(line))
  }
  const [exact, short] = [yuan(cents), yuan(cents).replace(/\.00$/, "")].map(literal)
  const day = dayOf(date)
  const isTitle = [
    `${label} ${exact} · ${day} ..`,
    `${label} ${day} .* → ${short}`,
    ...(["daily", "finalized", "repeat"].includes(kind) ? [`估算 ${day} ${short}`] : [])
  ].some((form) => new RegExp(`^${form}$`).test(title))
  return isTitle && (reason === "" || lines.includes(`原因：${reason}`))
}
