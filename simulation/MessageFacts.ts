import { weekdayOf, weekdays } from "./Almanac.ts"

/** What a message announces, as the service stores it. */
export interface Announcement {
  readonly kind: string
  readonly date?: string
  readonly cents?: number | null
  readonly source?: string | null
  readonly before?: number | null
  readonly reason?: string
  readonly actor?: string
  readonly days?: number
  readonly first?: string
  readonly last?: string
  readonly totalCents?: number
  readonly cutoff?: string
  readonly cutoffAt?: number
  /** The end of the audit, in the settlement's messages. */
  readonly head?: string
}

const kindLabels: Readonly<Record<string, string>> = {
  daily: "日结",
  finalized: "定版",
  entered: "录入",
  corrected: "更正",
  confirmed: "确认",
  withdrawn: "撤回",
  undone: "撤销",
  closed: "店休",
  awaited: "待录入",
  reminder: "提醒",
  imported: "导入",
  digest: "导入",
  repeat: "补推"
}
const sources: Readonly<Record<string, string>> = { generated: "系统估算，未清点", manual: "人工录入", import: "导入" }

const grouped = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const yuan = (cents: number): string => `¥${grouped.format(cents / 100)}`

const labelled = (date: string) => `${date} ${weekdays[weekdayOf(date)] ?? ""}`

/** The facts that a message must contain, by their labels. */
export const factsOf = (announcement: Announcement, shop: string): ReadonlyArray<readonly [string, string]> => {
  const { actor = "", before = null, cents, date = "", kind, reason = "", source } = announcement
  const common = [["门店", shop], ["类型", kindLabels[kind] ?? ""]] as const
  if (kind === "digest") {
    return [...common, ["天数", `${announcement.days ?? 0} 天`], ["合计", yuan(announcement.totalCents ?? 0)], ["操作人", actor], [
      "日期",
      `${labelled(announcement.first ?? "")} 至 ${labelled(announcement.last ?? "")}`
    ]]
  }
  if (kind === "closed") return [...common, ["日期", labelled(date)], ...(reason === "" ? [] : [["备注", reason]] as const)]
  if (kind === "reminder" || kind === "awaited") return [...common, ["日期", labelled(date)]]
  if (kind === "withdrawn") {
    return [...common, ["日期", labelled(date)], ["原金额", before === null ? "无记录" : yuan(before)], ["原因", reason], ["操作人", actor]]
  }
  const yuanOrNone = (amount: number | null) => amount === null ? "无记录" : yuan(amount)
  if (kind === "undone") {
    return [...common, ["日期", labelled(date)], ["撤销的金额", yuanOrNone(before)], ["恢复为", yuanOrNone(cents ?? null)], [
      "操作人",
      actor
    ]]
  }
  return [
    ...common,
    ["日期", labelled(date)],
    ["来源", sources[source ?? ""] ?? "无记录"],
    [kind === "corrected" ? "新金额" : "营业额", yuan(cents ?? 0)],
    ...(kind === "corrected"
      ? [["原金额", before === null ? "无记录" : yuan(before)], ["原因", reason === "" ? "未填写" : reason], ["操作人", actor]] as const
      : kind === "entered" || kind === "confirmed"
      ? [["操作人", actor]] as const
      : [])
  ]
}

/** What a message adds if the figure of its day has changed since: the present amount and source. */
export const latestOf = (
  { cents = null, kind, source = null }: Announcement,
  day: { readonly cents: number; readonly source: string } | undefined
): readonly [string | undefined, string | undefined] => {
  const stands = day === undefined ? cents === null : cents === day.cents && source === day.source
  if (stands || kind === "digest" || kind === "reminder") return [undefined, undefined]
  return day === undefined ? ["无记录", undefined] : [yuan(day.cents), sources[day.source]]
}
