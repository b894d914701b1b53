import { DateTime } from "effect"
import { actorWords } from "../../../words/Actors.ts"
import { messageWords } from "../../../words/chat/Messages.ts"
import { holidayWords } from "../../../words/Holidays.ts"
import { kindWords } from "../../../words/Kinds.ts"
import { sourceWords } from "../../../words/Sources.ts"
import type { Words } from "../../../words/Words.ts"
import { type Currency, formatMoney } from "../../Domain/Amount.ts"
import type { Announcement } from "../../Domain/Announcement.ts"
import { formatInstant } from "../../Domain/Calendar.ts"
import { dayWord } from "../../Domain/Holidays/DayName.ts"
import type { Language } from "../../Domain/Language.ts"
import { isoWeekday, type LocalDate } from "../../Domain/LocalDate.ts"
import { percentIn } from "../../Domain/NumberFormat.ts"
import type { Source } from "../../Domain/Turnover.ts"
import { wallDate } from "../../Domain/WallClock.ts"
import type { MessageContext } from "../Message.ts"
import { defused } from "../PlainText.ts"

/** What `{name}` stands for in a sentence. */
export type Values = Readonly<Record<string, string | number>>

const keysOfLanguages = { "zh-CN": "zh", "en": "en" } as const satisfies Record<Language, "zh" | "en">

/** A sentence of a table in a language. */
const wordsIn = (words: Words[string], language: Language): string => words[keysOfLanguages[language]]

/** Fills in the sentences of a table of words. Braces in a value are left as they are. */
export const speechIn = <Table extends Words>(table: Table, language: Language) => {
  const say = (key: keyof Table & string, values: Values = {}): string => {
    const sentence = table[key]
    return sentence === undefined
      ? key
      : wordsIn(sentence, language).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""))
  }
  const isKey = (key: string): key is keyof Table & string => Object.hasOwn(table, key)
  /** The same for a number, which is `{n}`; the number 1 may have its own sentence. */
  const counted = (key: keyof Table & string, n: number, values: Values = {}): string => {
    const one = `${key}.one`
    return say(n === 1 && isKey(one) ? one : key, { ...values, n })
  }
  return { say, counted }
}

const amountsIn = (currency: Currency) => {
  const amount = (cents: number): string => formatMoney(cents, currency)
  const { after, before, locale } = currency
  /** Whole amounts without decimals, which are easier to compare. */
  const short = (cents: number): string => formatMoney(cents, currency, 0)
  return {
    amount,
    short,
    /** `38%`, of a share in whole percent. */
    whole: (percent: number): string => percentIn(locale, percent, 0),
    /** A range names its currency once: `¥2,800–3,600`. */
    range: ({ max, min }: { readonly min: number; readonly max: number }): string =>
      min === max ? short(min) : short(min).slice(0, short(min).length - after.length) + "–" + short(max).slice(before.length),
    /** `+¥12.00`, and a minus that is as wide as the plus. */
    signed: (cents: number): string => `${cents > 0 ? "+" : cents < 0 ? "−" : ""}${amount(Math.abs(cents))}`
  }
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** `11`, `Nov`. */
const monthName = (language: Language, month = ""): string | number =>
  language === "en" ? months[Number(month) - 1] ?? month : Number(month)

/** The name of an actor of the service's own; undefined for a person. */
export const ownName = (actor: string, language: Language): string | undefined => {
  const own = (actorWords as Readonly<Record<string, Words[string] | undefined>>)[`actor.${actor}`]
  return own === undefined ? undefined : wordsIn(own, language)
}

/** The sentences of messages and the names of days, people and sources in a language. */
export const wordingIn = (language: Language) => {
  const { counted, say } = speechIn(messageWords, language)
  const holidays = speechIn(holidayWords, language)
  const weekday = (date: LocalDate): string => say(`weekday.${isoWeekday(date) as 1 | 2 | 3 | 4 | 5 | 6 | 7}`)
  /** `周四`, `Thu`. */
  const shortWeekday = (date: LocalDate): string => weekday(date).slice(0, 3)
  return {
    language,
    say,
    counted,
    weekday,
    /** A date with its year: `2026-11-26 周四`, `Thu 26 Nov 2026`. */
    dated: (date: LocalDate): string =>
      language === "en"
        ? `${shortWeekday(date)} ${Number(date.slice(8))} ${monthName(language, date.slice(5, 7))} ${date.slice(0, 4)}`
        : `${date} ${shortWeekday(date)}`,
    shortWeekday,
    kind: (kind: Announcement["kind"]): string => wordsIn(kindWords[`kind.${kind}`], language),
    source: (source: Source): string => wordsIn(sourceWords[`source.${source}`], language),
    /** `除夕`, `国庆`; a festival of the shop's own file has the name that the file gives it. */
    holiday: (day: { readonly name: string; readonly day: number }): string => {
      const { key, number } = dayWord(day, language === "en")
      return key in holidayWords ? holidays.say(key as keyof typeof holidayWords, { number }) : defused(day.name)
    },
    makeup: holidays.say("makeup"),
    /** The name of a person as it is; the service's own names in the language. */
    name: (actor: string): string => {
      return ownName(actor, language) ?? defused(actor)
    }
  }
}

/** How a message says amounts, days and names. */
export const phrasesOf = ({ currency, language, now }: Pick<MessageContext, "currency" | "language" | "now">) => {
  const wording = wordingIn(language)
  const amounts = amountsIn(currency)
  const { say, shortWeekday } = wording
  /** `11月26日`, in another year `2025年11月26日`; in English `26 Nov` and `26 Nov 2025`. */
  const dayName = (date: LocalDate): string => {
    const [year = "", month, day] = date.split("-")
    return say(wallDate(now).startsWith(year) ? "date" : "date.year", { year, month: monthName(wording.language, month), day: Number(day) })
  }
  return {
    ...wording,
    ...amounts,
    /** An amount, or why there is none. */
    shortOrNone: (cents: number | null, closed = false): string =>
      cents === null ? say(closed ? "shop_closed" : "no_figure") : amounts.short(cents),
    dayName,
    fullDay: (date: LocalDate): string => say("date.full", { day: dayName(date), weekday: shortWeekday(date) }),
    /** `11月16日–11月22日`, `16–22 Nov`. */
    span: (first: LocalDate, last: LocalDate): string => {
      const isShort = wording.language === "en" && first.slice(0, 7) === last.slice(0, 7)
      return `${isShort ? Number(first.slice(8)) : dayName(first)}–${dayName(last)}`
    },
    month: (name: string): string => say("date.month", { year: name.slice(0, 4), month: monthName(wording.language, name.slice(5)) }),
    /** The time of an instant, with its day unless that is `date`. */
    time: (at: number, date: LocalDate): string => {
      const local = DateTime.unsafeMakeZoned(at, { timeZone: now.zone })
      const time = formatInstant(local).slice("YYYY-MM-DDT".length, "YYYY-MM-DDTHH:MM".length)
      return wallDate(local) === date ? time : `${dayName(wallDate(local))} ${time}`
    }
  }
}
export type Phrases = ReturnType<typeof phrasesOf>
