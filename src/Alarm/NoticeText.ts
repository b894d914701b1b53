import { defused, oneLine } from "../Chat/PlainText.ts"
import { type Cutoff, formatCutoff } from "../Domain/Calendar.ts"
import * as DayBook from "../Domain/DayBook.ts"
import { weekdayLabel } from "../Domain/LocalDate.ts"
import { Notice } from "./Incidents.ts"

export interface NoticeContext {
  readonly shopName: string
  readonly cutoff: Cutoff
  readonly alertAfterMinutes: number
  readonly book: DayBook.DayBook
  /** A word that the bot demands; empty when it demands none. */
  readonly keyword: string
}

/** What the person on duty reads: a title, and a sentence with what to do. */
export const noticeText = (notice: Notice, context: NoticeContext): string => {
  const { alertAfterMinutes, book, cutoff, keyword, shopName } = context
  const [title, sentence] = Notice.$match(notice, {
    Unsettled: ({ date }) => [
      "告警",
      `${date} ${weekdayLabel(date)} 未结算：截止时间 ${formatCutoff(cutoff)} 已过 ${alertAfterMinutes} 分钟。请查看 /api/health 与日志。`
    ],
    Settled: ({ date }) =>
      DayBook.finalOn(book, date) === undefined
        ? ["恢复", `最近一个应结算日已结算；${date} ${weekdayLabel(date)} 仍未定版，需人工补录。`]
        : ["恢复", `${date} ${weekdayLabel(date)} 已结算。`],
    MessagesFailed: ({ count }) => ["告警", `${count} 条消息发送失败。原因见管理页，处理后可重新发送。`],
    MessagesRecovered: () => ["恢复", "已没有发送失败的消息。"]
  })
  const word = oneLine(keyword)
  const heading = `【${title}】${defused(shopName)}`
  return `${heading.includes(word) ? heading : `${heading} · ${word}`}\n${sentence}`
}
