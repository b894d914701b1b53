import { alarmWords } from "../../words/chat/Alarm.ts"
import { speechIn, type Values, wordingIn } from "../Chat/Message/Phrases.ts"
import { defused, oneLine } from "../Chat/PlainText.ts"
import { type AmountSource, isAsked, patienceMinutes, withoutFigure } from "../Config/AmountSource.ts"
import { type Cutoff, formatCutoff } from "../Domain/Calendar.ts"
import * as DayBook from "../Domain/DayBook.ts"
import type { Language } from "../Domain/Language.ts"
import { Notice } from "./Incidents.ts"

interface NoticeContext {
  readonly shopName: string
  readonly language: Language
  readonly cutoff: Cutoff
  readonly alertAfterMinutes: number
  readonly amountSource: AmountSource
  readonly book: DayBook.DayBook
  /** A word that the bot requires; empty if it requires none. */
  readonly keyword: string
}

/** What the person on duty reads: a title, and a sentence with what to do. */
export const noticeText = (notice: Notice, context: NoticeContext): string => {
  const { alertAfterMinutes, amountSource, book, cutoff, keyword, language, shopName } = context
  const { counted, say } = speechIn(alarmWords, language)
  const { dated, name } = wordingIn(language)
  const alarm = (key: keyof typeof alarmWords, values?: Values) => ["heading.alarm", say(key, values)] as const
  const over = (key: keyof typeof alarmWords, values?: Values) => ["heading.over", say(key, values)] as const
  const [heading, sentence] = Notice.$match(notice, {
    Unsettled: ({ date }) =>
      alarm(withoutFigure(amountSource) === "generate" ? "unsettled" : isAsked(amountSource) ? "awaited.asked" : "awaited", {
        day: dated(date),
        cutoff: formatCutoff(cutoff),
        minutes: patienceMinutes(amountSource) + alertAfterMinutes
      }),
    Settled: ({ date }) => over(DayBook.finalOn(book, date) === undefined ? "settled.other" : "settled", { day: dated(date) }),
    FeedSilent: ({ by, minutes }) => alarm("silent", { by: name(by), minutes }),
    FeedSpeaks: ({ by }) => over("speaks", { by: name(by) }),
    MessagesFailed: ({ chats, count }) => {
      const where = chats.map((chat) => say("failed.in", { chat: defused(chat.name), count: chat.failed })).join(say("failed.and"))
      return [
        "heading.alarm",
        where === "" ? counted("failed", count) : `${counted("failed", count)}${say("failed.where", { where })}`
      ] as const
    },
    MessagesRecovered: () => over("failed.over"),
    Unwritable: ({ reason }) => alarm("unwritable", { why: say(`unwritable.${reason}`) }),
    Writable: () => over("writable")
  })
  const word = oneLine(keyword)
  const title = say(heading, { shop: defused(shopName) })
  return `${title.includes(word) ? title : `${title} · ${word}`}\n${sentence}`
}
