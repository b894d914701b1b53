const days = "一二三四五六日"
const japaneseDays = "月火水木金土日"
const hanWeekday =
  /[(\uff08[]? ?(?:\u661f\u671f|\u5468|\u9031|\u793c\u62dc)([\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u65e5\u5929]) ?[)\uff09\]]?|[(\uff08[]([\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u65e5])[)\uff09\]]|[(\uff08[]?([\u6708\u706b\u6c34\u6728\u91d1\u571f\u65e5])(?:\u66dc\u65e5?|(?=[)\uff09\]]))[)\uff09\]]?/
const koreanDays = "월화수목금토일"
const koreanWeekday = /[(\uff08[]?([\uc6d4\ud654\uc218\ubaa9\uae08\ud1a0\uc77c])(?:\uc694\uc77c|(?=[)\uff09\]]))[)\uff09\]]?/

/** The weekdays by the beginnings of their names: English, German, French, Spanish, Portuguese, Italian, Dutch. */
const weekdays: ReadonlyArray<RegExp> = [
  /^(?:mon(?:day)?|mo(?:ntag)?|lun(?:di|es|ed[iì])?|seg(?:unda)?(?:[- ]feira)?|ma?andag|maa?)$/iu,
  /^(?:tue(?:s(?:day)?)?|di(?:enstag|nsdag)?|mar(?:di|tes|ted[iì])|ter(?:ça|ca)?(?:[- ]feira)?|mar\.)$/iu,
  /^(?:wed(?:s|nesday)?|mi(?:ttwoch)?|mer(?:credi|coled[iì])?|mi[eé](?:rcoles)?|qua(?:rta)?(?:[- ]feira)?|woe(?:nsdag)?)$/iu,
  /^(?:thu(?:r(?:s(?:day)?)?)?|do(?:nnerstag|nderdag)?|jeu(?:di)?|jue(?:ves)?|qui(?:nta)?(?:[- ]feira)?|gio(?:ved[iì])?)$/iu,
  /^(?:fri(?:day)?|fr(?:eitag)?|ven(?:dredi|erd[iì])?|vie(?:rnes)?|sex(?:ta)?(?:[- ]feira)?|vr(?:ijdag)?)$/iu,
  /^(?:sat(?:urday)?|sa(?:mstag)?|sam(?:edi)?|s[aá]b(?:ado|ato)?|za(?:terdag)?)$/iu,
  /^(?:sun(?:day)?|so(?:nntag)?|dim(?:anche)?|dom(?:ingo|enica)?|zo(?:ndag)?)$/iu
]
/** A word at the start or the end of a text, with what stands around it. */
const firstWord = /^\(?(\p{L}+(?:[- ]feira)?\.?)[,)]*(?=\s*\d|$)/iu
const lastWord = /(?<=\d)[,\s]*\(?(\p{L}{2,}(?:[- ]feira)?\.?)\)?$/iu

const oneBlank = (text: string): string => text.replace(/\s+/g, " ").trim()

/** The weekday that a text names, 1 is Monday, and the text without it, with single blanks. */
export const weekdayIn = (typed: string): { readonly weekday?: number; readonly rest: string } => {
  const text = oneBlank(typed)
  const without = (found: string) => oneBlank(text.replace(found, " "))
  const han = hanWeekday.exec(text)
  if (han !== null) {
    const [whole, chinese, bracketed, japanese] = han
    const at = japanese === undefined
      ? days.indexOf((chinese ?? bracketed ?? "").replace("天", "日"))
      : japaneseDays.indexOf(japanese)
    return { weekday: at + 1, rest: without(whole) }
  }
  const korean = koreanWeekday.exec(text)
  if (korean !== null) return { weekday: koreanDays.indexOf(korean[1] ?? "") + 1, rest: without(korean[0]) }
  for (const place of [firstWord, lastWord]) {
    const found = place.exec(text)
    const word = found?.[1] ?? ""
    const at = weekdays.findIndex((one) => one.test(word) || one.test(word.replace(/\.$/, "")))
    if (found !== null && at >= 0) return { weekday: at + 1, rest: without(found[0]) }
  }
  return { rest: text }
}

/** The weekday of a cell that has nothing else; one character is enough in a column of weekdays. */
export const weekdayAlone = (text: string): number | undefined => {
  const { rest, weekday } = weekdayIn(text.length === 1 ? `周${text}` : text)
  return rest === "" ? weekday : undefined
}

const time =
  /(?:^|[T \u65e5\u53f7]) ?(\u4e0a\u5348|\u4e0b\u5348|\u51cc\u6668|\u4e2d\u5348|\u665a\u4e0a|AM|PM)? ?(\d{1,2})[:\u65f6\u70b9](\d{2})(?:[:\u5206](\d{2})(?:[.,]\d{1,9})?)?[\u79d2\u5206]? ?([AP]\.?M\.?)? ?(Z|[+-]\d{2}:?\d{2})?$/i

const hourOf = (hour: number, half: string): number | undefined => {
  const isMorning = /AM|\u4e0a\u5348|\u51cc\u6668/.test(half)
  if (hour > 12) return isMorning ? undefined : hour
  return /PM|\u4e0b\u5348|\u665a\u4e0a/.test(half) ? hour % 12 + 12 : isMorning ? hour % 12 : hour
}

interface TimeInText {
  /** Where the time begins in the text. */
  readonly at: number
  /** Seconds since midnight; undefined if there is no such time. */
  readonly seconds: number | undefined
  /** The offset from UTC as written. */
  readonly zone: string | undefined
  readonly hasSeconds: boolean
}

/** The time at the end of a text with single blanks. */
export const timeIn = (text: string): TimeInText | undefined => {
  const match = time.exec(text)
  if (match === null) return undefined
  const [, before = "", h = "", m = "", s, after = "", zone] = match
  const hour = hourOf(Number(h), `${before}${after}`.toUpperCase().replaceAll(".", ""))
  const isReal = hour !== undefined && hour <= 23 && Number(m) <= 59 && Number(s ?? 0) <= 59
  return {
    at: match.index,
    seconds: isReal ? hour * 3600 + Number(m) * 60 + Number(s ?? 0) : undefined,
    zone,
    hasSeconds: s !== undefined
  }
}

/** Seconds since midnight of a text that is a time alone. */
export const timeOf = (text: string): number | undefined => {
  const found = text.length > 20 || !/\d/.test(text) ? undefined : timeIn(oneBlank(text))
  return found?.at === 0 ? found.seconds : undefined
}
