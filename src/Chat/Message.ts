import type { Announcement, DayAnnouncement, DayKind, ImportDigest } from "../Domain/Announcement.ts"
import { formatYuan } from "../Domain/Amount.ts"
import { type LocalDate, weekdayLabel } from "../Domain/LocalDate.ts"
import type { Source } from "../Domain/Turnover.ts"
import { defused, oneLine } from "./PlainText.ts"

/** The content of a message, before it takes the form of a format. */
export interface Message {
  readonly title: string
  /** The colour of the card's header, in Feishu's own words. */
  readonly colour: string
  readonly facts: ReadonlyArray<Fact>
  /** A remark below the facts; empty for none. */
  readonly remark: string
}

export interface Fact {
  readonly label: string
  readonly value: string
}

export interface MessageContext {
  readonly shopName: string
  readonly keyword: string
}

const kinds: Record<DayKind, { readonly label: string; readonly colour: string }> = {
  daily: { label: "日结", colour: "blue" },
  finalized: { label: "定版", colour: "green" },
  corrected: { label: "更正", colour: "orange" },
  imported: { label: "导入", colour: "turquoise" },
  repeat: { label: "补推", colour: "grey" },
  test: { label: "测试", colour: "purple" }
}

const sources: Record<Source, string> = {
  generated: "系统生成（非实际清点）",
  manual: "人工录入",
  import: "导入"
}

const dayLabel = (date: LocalDate): string => `${date} ${weekdayLabel(date)}`

const signedYuan = (cents: number): string => (cents > 0 ? `+${formatYuan(cents)}` : formatYuan(cents))

const amountFacts = ({ before, cents, kind }: DayAnnouncement): ReadonlyArray<Fact> => {
  const corrected = kind === "corrected"
  if (!corrected && (kind === "test" || before === null || before === cents)) {
    return [{ label: "营业额", value: formatYuan(cents) }]
  }
  return [
    { label: "原金额", value: before === null ? "无记录" : formatYuan(before) },
    { label: corrected ? "新金额" : "营业额", value: formatYuan(cents) },
    ...(before === null ? [] : [{ label: "差额", value: signedYuan(cents - before) }])
  ]
}

/** A machine's own work needs no name beside it; what a person did carries theirs. */
const personFacts = ({ actor, kind, reason }: DayAnnouncement): ReadonlyArray<Fact> => {
  const corrected = kind === "corrected"
  const byPerson = corrected || kind === "imported"
  return [
    ...(reason.trim() !== "" || corrected ? [{ label: "原因", value: defused(reason) || "未填写" }] : []),
    ...(byPerson ? [{ label: "操作人", value: defused(actor) || "未填写" }] : [])
  ]
}

const ofDay = (day: DayAnnouncement): Omit<Message, "title"> => ({
  colour: kinds[day.kind].colour,
  facts: [
    { label: "日期", value: dayLabel(day.date) },
    { label: "类型", value: kinds[day.kind].label },
    ...amountFacts(day),
    { label: "来源", value: day.source === null ? "无记录" : sources[day.source] },
    ...personFacts(day)
  ],
  remark: day.kind === "test"
    ? "这是一条测试消息，不代表实际营业额。"
    : day.source === "generated"
    ? "本金额由系统生成，并非实际清点结果。"
    : ""
})

const ofDigest = (digest: ImportDigest): Omit<Message, "title"> => ({
  colour: kinds.imported.colour,
  facts: [
    { label: "日期", value: `${dayLabel(digest.first)} 至 ${dayLabel(digest.last)}` },
    { label: "类型", value: kinds.imported.label },
    { label: "天数", value: `${digest.days} 天` },
    { label: "合计", value: formatYuan(digest.totalCents) },
    { label: "来源", value: sources.import },
    { label: "操作人", value: defused(digest.actor) || "未填写" }
  ],
  remark: ""
})

/** The same facts whatever the format. The keyword stands as configured: the bot looks for exactly that word. */
export const compose = (announcement: Announcement, context: MessageContext): Message => {
  const kind = announcement.kind === "digest" ? "imported" : announcement.kind
  const shop = defused(context.shopName)
  const keyword = oneLine(context.keyword)
  const title = [kind === "test" ? "【测试】" : kinds[kind].label, shop].join(kind === "test" ? "" : " · ")
  const message = announcement.kind === "digest" ? ofDigest(announcement) : ofDay(announcement)
  return {
    ...message,
    title: title.includes(keyword) ? title : `${title} · ${keyword}`,
    facts: [{ label: "门店", value: shop }, ...message.facts]
  }
}

/** One fact a line. */
export const lines = (message: Message): ReadonlyArray<string> => [
  ...message.facts.map(({ label, value }) => `${label}：${value}`),
  ...(message.remark === "" ? [] : [message.remark])
]

/** The message as plain text: the title and one fact a line. */
export const toText = (message: Message): string => [message.title, ...lines(message)].join("\n")
