import { nameOf } from "../Chat/Message/Phrases.ts"
import { defused, oneLine } from "../Chat/PlainText.ts"
import type { WriteFault } from "../Codes/WriteFault.ts"
import { type AmountSource, inTheEnd, isAsked, patienceMinutes } from "../Config/AmountSource.ts"
import { type Cutoff, formatCutoff } from "../Domain/Calendar.ts"
import * as DayBook from "../Domain/DayBook.ts"
import { weekdayLabel } from "../Domain/LocalDate.ts"
import { Notice } from "./Incidents.ts"

interface NoticeContext {
  readonly shopName: string
  readonly cutoff: Cutoff
  readonly alertAfterMinutes: number
  readonly amountSource: AmountSource
  readonly book: DayBook.DayBook
  /** A word that the bot requires; empty if it requires none. */
  readonly keyword: string
}

const whyUnwritable: Readonly<Record<WriteFault, string>> = {
  disk_full: "数据库所在的磁盘满了，请腾出空间",
  locked: "数据库被别的程序锁住了，请等它结束，或者关掉它",
  read_only: "数据库只能读、不能写，请检查文件权限和磁盘，或者服务器是不是备机",
  shop_missing: "数据库的 shop 表里少了一行，请从备份恢复，或按 turnover doctor 的提示补上",
  file_moved: "数据库文件在运行中被移走、删除或替换了，请放回原处，再重启服务",
  io_error: "数据库所在的磁盘报错，请检查磁盘，并准备好备份",
  not_allowed: "数据库没有给服务足够的权限",
  slow: "数据库太慢，5 秒内存不下一笔修改，请检查到服务器的网络和服务器的负载",
  no_answer: "数据库没有回应，请检查服务器和网络"
}

/** What the person on duty reads: a title, and a sentence with what to do. */
export const noticeText = (notice: Notice, context: NoticeContext): string => {
  const { alertAfterMinutes, amountSource, book, cutoff, keyword, shopName } = context
  const isGenerated = inTheEnd(amountSource) === "generate"
  const minutes = patienceMinutes(amountSource) + alertAfterMinutes
  const why = isAsked(amountSource) ? "一直没有问到数，系统不估数" : "系统不估数"
  const [title, sentence] = Notice.$match(notice, {
    Unsettled: ({ date }) => [
      "告警",
      isGenerated
        ? `${date} ${weekdayLabel(date)} 未结账：结账时间 ${formatCutoff(cutoff)} 已过 ${minutes} 分钟。请查看 /api/health 与日志。`
        : `${date} ${weekdayLabel(date)} 还没有数：结账时间 ${formatCutoff(cutoff)} 已过 ${minutes} 分钟，${why}。请清点后录入。`
    ],
    Settled: ({ date }) =>
      DayBook.finalOn(book, date) === undefined
        ? ["恢复", `最近一个应结账日已结账；${date} ${weekdayLabel(date)} 仍未结账，需人工补录。`]
        : ["恢复", `${date} ${weekdayLabel(date)} 已结账。`],
    FeedSilent: ({ by, minutes }) => ["告警", `${nameOf(by)} 已经 ${minutes} 分钟没有报数，请检查收银机和网络。`],
    FeedSpeaks: ({ by }) => ["恢复", `${nameOf(by)} 又报数了。`],
    MessagesFailed: ({ count }) => ["告警", `${count} 条消息发送失败。原因见管理页，处理后可重新发送。`],
    Unwritable: ({ fault }) => ["告警", `金额存不进去：${whyUnwritable[fault]}。在此之前录入、结账都不会成功。`],
    Writable: () => ["恢复", "数据库又可以写入了。"],
    NobodySends: () => ["告警", "没有进程能发消息：谁也拿不到数据库里的发送权。请查看 /api/health、日志与 turnover doctor。"],
    ChangesLost: () => [
      "告警",
      "数据库丢了最近存好的修改，多半是切换了备机。请对照群里最近的消息，把缺的补录；最近作废的密码、退出的登录可能又能用了，请再作废、再退出一次；然后重启服务。"
    ],
    SomebodySends: () => ["恢复", "又有进程能发消息了。"],
    MessagesRecovered: () => ["恢复", "已没有发送失败的消息。"]
  })
  const word = oneLine(keyword)
  const heading = `【${title}】${defused(shopName)}`
  return `${heading.includes(word) ? heading : `${heading} · ${word}`}\n${sentence}`
}
