/** The months as shops' programs write them: English, German, French, Spanish, Portuguese, Italian, Dutch and Polish. */
const months = [
  "january januar janvier enero janeiro gennaio januari styczen stycznia",
  "february februar fevrier febrero fevereiro febbraio februari luty lutego",
  "march marz mrz mars marzo marco maart mrt marzec marca",
  "april avril abril aprile kwiecien kwietnia",
  "may mai mayo maio maggio mei maj maja",
  "june juni juin junio junho giugno czerwiec czerwca",
  "july juli juillet julio julho luglio lipiec lipca",
  "august aout agosto augustus sierpien sierpnia",
  "september septembre septiembre setembro settembre wrzesien wrzesnia",
  "october oktober octobre octubre outubro ottobre pazdziernik pazdziernika",
  "november novembre noviembre novembro listopad listopada",
  "december dezember decembre diciembre dezembro dicembre grudzien grudnia"
]

/** The weekdays from Monday likewise. A short name that begins those of two days stands with the one that it means. */
const weekdays = [
  "monday montag lundi lunes lunedi segunda maandag mandag ma",
  "tuesday dienstag mardi martes martedi terca dinsdag di",
  "wednesday mittwoch mercredi miercoles mercoledi quarta woensdag",
  "thursday donnerstag jeudi jueves giovedi quinta donderdag do",
  "friday freitag vendredi viernes venerdi sexta vrijdag",
  "saturday samstag samedi sabado sabato zaterdag",
  "sunday sonntag dimanche domingo domenica zondag"
]

/** The places of names, from 1, by each beginning of some letters that is one place's alone. */
const byBeginning = (lists: ReadonlyArray<string>, shortest: number): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  const names = lists.flatMap((list, at) => list.split(" ").map((name) => ({ name, place: at + 1 })))
  for (const { name, place } of names) {
    for (let length = shortest; length <= name.length; length++) {
      const beginning = name.slice(0, length)
      found.set(beginning, (found.get(beginning) ?? place) === place ? place : 0)
    }
  }
  for (const { name, place } of names) found.set(name, place)
  return found
}

const [monthNames, weekdayNames] = [byBeginning(months, 3), byBeginning(weekdays, 2)]

const plainName = (name: string): string => name.normalize("NFD").replace(/\p{M}|\.$|[- ]feira$/gu, "").toLowerCase()

/** The number of a month by its name or the beginning of it; undefined if it is none, or that of several. */
export const monthOf = (name: string): number | undefined => monthNames.get(plainName(name)) || undefined

/** `mar` is March; with a dot it is a Tuesday. */
const weekdayOf = (name: string): number | undefined =>
  name.endsWith(".") || monthOf(name) === undefined ? weekdayNames.get(plainName(name)) || undefined : undefined

/** The signs of each weekday from Monday, in Chinese, Japanese and Korean. */
const signs = ["一月월", "二火화", "三水수", "四木목", "五金금", "六土토", "日天일"]
const signed =
  /[(\uff08[]? ?(?:\u661f\u671f|\u5468|\u9031|\u793c\u62dc)([\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u65e5\u5929]) ?[)\uff09\]]?|[(\uff08[]([\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u65e5])[)\uff09\]]|[(\uff08[]?([\u6708\u706b\u6c34\u6728\u91d1\u571f\u65e5\uc6d4\ud654\uc218\ubaa9\uae08\ud1a0\uc77c])(?:\u66dc\u65e5?|\uc694\uc77c|(?=[)\uff09\]]))[)\uff09\]]?/
/** A word at the start or the end of a text, with what stands around it. */
const firstWord = /^\(?(\p{L}+(?:[- ]feira)?\.?)[,)]*(?=\s*\d|$)/iu
const lastWord = /(?<=\d)[,\s]*\(?(\p{L}{2,}(?:[- ]feira)?\.?)\)?$/iu

const oneBlank = (text: string): string => text.replace(/\s+/g, " ").trim()

/** The weekday that a text names, 1 is Monday, and the text without it, with single blanks. */
export const weekdayIn = (typed: string): { readonly weekday?: number; readonly rest: string } => {
  const text = oneBlank(typed)
  const without = (found: string) => oneBlank(text.replace(found, " "))
  const [whole, ...found] = signed.exec(text) ?? []
  if (whole !== undefined) return { weekday: signs.findIndex((one) => one.includes(found.join(""))) + 1, rest: without(whole) }
  for (const place of [firstWord, lastWord]) {
    const [around = "", word = ""] = place.exec(text) ?? []
    const weekday = weekdayOf(word)
    if (weekday !== undefined) return { weekday, rest: without(around) }
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
