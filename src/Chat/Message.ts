import { kindWords } from "../../words/Kinds.ts"
import { sourceWords } from "../../words/Sources.ts"
import { formatYuan } from "../Domain/Amount.ts"
import type { Announcement, DayAnnouncement, DayNotice, DayReminder, DayUndoing, ImportDigest } from "../Domain/Announcement.ts"
import { FigureSince, statedBy } from "../Domain/FigureSince.ts"
import { type LocalDate, weekdayLabel } from "../Domain/LocalDate.ts"
import { isBlank } from "../Domain/Visible.ts"
import { defused, oneLine } from "./PlainText.ts"

/** The content of a message, independent of its format. */
export interface Message {
  readonly title: string
  /** The colour of the card's header, in Feishu's own words. */
  readonly colour: string
  readonly facts: ReadonlyArray<Fact>
  /** Below the facts, each on its own line. */
  readonly remarks: ReadonlyArray<string>
  /** The page that it leads to; null without a `public_url`. */
  readonly link: Link | null
}

export interface Link {
  readonly label: string
  readonly url: string
}

export interface Fact {
  readonly label: string
  readonly value: string
}

export interface MessageContext {
  readonly shopName: string
  readonly keyword: string
  /** Where people open the pages; null if messages carry no link. */
  readonly publicUrl: string | null
}

/** What is said about a day or an import, before it becomes a message of the shop. */
interface Content extends Pick<Message, "colour" | "facts"> {
  /** Empty for none. */
  readonly remark: string
}

type Kind = Exclude<Announcement["kind"], "digest">

const colours: Record<Kind, string> = {
  daily: "blue",
  finalized: "green",
  entered: "green",
  corrected: "orange",
  confirmed: "green",
  withdrawn: "red",
  undone: "orange",
  closed: "grey",
  awaited: "yellow",
  reminder: "yellow",
  imported: "turquoise",
  repeat: "grey",
  test: "purple"
}

const labelOf = (kind: Kind): string => kindWords[`kind.${kind}`].zh

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

/** A person's change names the person; the service's own work names no one. */
const personFacts = ({ actor, kind, reason }: DayAnnouncement): ReadonlyArray<Fact> => {
  const corrected = kind === "corrected"
  const byPerson = corrected || kind === "entered" || kind === "confirmed" || kind === "imported"
  return [
    ...(!isBlank(reason) || corrected ? [{ label: "原因", value: defused(reason) || "未填写" }] : []),
    ...(byPerson ? [{ label: "操作人", value: defused(actor) || "未填写" }] : [])
  ]
}

const ofDay = (day: DayAnnouncement): Content => ({
  colour: colours[day.kind],
  facts: [
    { label: "日期", value: dayLabel(day.date) },
    { label: "类型", value: labelOf(day.kind) },
    ...amountFacts(day),
    { label: "来源", value: day.source === null ? "无记录" : sourceWords[`source.${day.source}`].zh },
    ...personFacts(day)
  ],
  remark: day.kind === "test"
    ? "这是一条测试消息，不代表实际营业额。"
    : day.source === "generated"
    ? "本金额由系统估算，并非实际清点结果。"
    : ""
})

const ofNotice = (notice: DayNotice): Content => {
  const facts = [{ label: "日期", value: dayLabel(notice.date) }, { label: "类型", value: labelOf(notice.kind) }]
  const reason = defused(notice.reason)
  if (notice.kind === "closed") {
    return {
      colour: colours.closed,
      facts: [...facts, ...(reason === "" ? [] : [{ label: "备注", value: reason }])],
      remark: "今天店休，没有营业额。"
    }
  }
  if (notice.kind === "awaited") {
    return { colour: colours.awaited, facts, remark: "过了结账时间还没有数，系统不估数：请清点后录入。" }
  }
  return {
    colour: colours.withdrawn,
    facts: [
      ...facts,
      { label: "原金额", value: notice.before === null ? "无记录" : formatYuan(notice.before) },
      { label: "原因", value: reason || "未填写" },
      { label: "操作人", value: defused(notice.actor) || "未填写" }
    ],
    remark: "这一天现在没有营业额记录。"
  }
}

const yuanOrNone = (cents: number | null): string => cents === null ? "无记录" : formatYuan(cents)

const ofUndoing = ({ actor, before, cents, date, kind, reason, source }: DayUndoing): Content => ({
  colour: colours[kind],
  facts: [
    { label: "日期", value: dayLabel(date) },
    { label: "类型", value: labelOf(kind) },
    { label: "撤销的金额", value: yuanOrNone(before) },
    { label: "恢复为", value: yuanOrNone(cents) },
    ...(source === null ? [] : [{ label: "来源", value: sourceWords[`source.${source}`].zh }]),
    ...(reason.trim() === "" ? [] : [{ label: "原因", value: defused(reason) }]),
    { label: "操作人", value: defused(actor) || "未填写" }
  ],
  remark: cents === null
    ? "这一天现在没有营业额记录。"
    : source === "generated"
    ? "本金额由系统估算，并非实际清点结果。"
    : ""
})

const ofReminder = ({ cutoff, date, kind }: DayReminder): Content => ({
  colour: colours[kind],
  facts: [{ label: "日期", value: dayLabel(date) }, { label: "类型", value: labelOf(kind) }],
  remark: `今天还没有录入营业额，${cutoff} 结账。`
})

const ofDigest = (digest: ImportDigest): Content => ({
  colour: colours.imported,
  facts: [
    { label: "日期", value: `${dayLabel(digest.first)} 至 ${dayLabel(digest.last)}` },
    { label: "类型", value: labelOf("imported") },
    { label: "天数", value: `${digest.days} 天` },
    { label: "合计", value: formatYuan(digest.totalCents) },
    { label: "来源", value: sourceWords["source.import"].zh },
    { label: "操作人", value: defused(digest.actor) || "未填写" }
  ],
  remark: ""
})

const linkOf = (announcement: Announcement, publicUrl: string | null): Link | null => {
  if (publicUrl === null) return null
  switch (announcement.kind) {
    case "reminder":
      return { label: "去录入", url: `${publicUrl}/enter` }
    case "digest":
    case "test":
      return { label: "打开看板", url: `${publicUrl}/` }
    default:
      // The dashboard opens the day that the fragment names.
      return { label: "查看详情", url: `${publicUrl}/#${announcement.date}` }
  }
}

/** What a message adds when its day has another figure by now (rule 7.19). */
const latest = FigureSince.$match({
  Same: () => ({ facts: [], remarks: [] }),
  Changed: ({ cents, source }) => ({
    facts: [{ label: "最新金额", value: formatYuan(cents) }, { label: "最新来源", value: sourceWords[`source.${source}`].zh }],
    remarks: ["金额后来改过，以最新金额为准。"]
  }),
  Withdrawn: () => ({ facts: [{ label: "最新金额", value: "无记录" }], remarks: ["金额后来撤回了，这一天现在没有营业额记录。"] })
})

/**
 * Composes the facts, which are the same in every format. The keyword is not changed: the bot looks for exactly that word.
 * @param since what has become of the figure that the message states
 */
export const compose = (announcement: Announcement, context: MessageContext, since: FigureSince = FigureSince.Same()): Message => {
  const kind = announcement.kind === "digest" ? "imported" : announcement.kind
  const shop = defused(context.shopName)
  const keyword = oneLine(context.keyword)
  const title = [kind === "test" ? "【测试】" : labelOf(kind), shop].join(kind === "test" ? "" : " · ")
  const message = announcement.kind === "digest"
    ? ofDigest(announcement)
    : announcement.kind === "reminder"
    ? ofReminder(announcement)
    : announcement.kind === "undone"
    ? ofUndoing(announcement)
    : "cents" in announcement
    ? ofDay(announcement)
    : ofNotice(announcement)
  const now = latest(since)
  // A message without an amount remarks that the day has none. That is wrong once the day has one.
  const isOver = since._tag !== "Same" && statedBy(announcement)?.cents === null
  return {
    colour: message.colour,
    title: title.includes(keyword) ? title : `${title} · ${keyword}`,
    facts: [{ label: "门店", value: shop }, ...message.facts, ...now.facts],
    remarks: [
      ...(message.remark === "" || isOver ? [] : [message.remark]),
      ...now.remarks,
      ...("head" in announcement ? [`核对码 ${announcement.head}`] : [])
    ],
    link: linkOf(announcement, context.publicUrl)
  }
}

/** One fact a line. */
export const lines = (message: Message): ReadonlyArray<string> => [
  ...message.facts.map(({ label, value }) => `${label}：${value}`),
  ...message.remarks
]

/** The message as plain text: the title, one fact a line, and the link. */
export const toText = (message: Message): string =>
  [message.title, ...lines(message), ...(message.link === null ? [] : [`${message.link.label}：${message.link.url}`])].join("\n")
