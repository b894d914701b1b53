import { plusDays } from "./Almanac.ts"

/**
 * China's holidays as the State Council's notices have them, written out, so that the model shares no source with the service. A year's
 * festivals: the name, its own day and, if the notice gives it days off, the first and the last, with the weekend beside them.
 */
const festivals: Readonly<Record<string, string>> = {
  2004: "元旦 0101 0101-0101, 春节 0122 0122-0128, 清明 0404, 劳动节 0501 0501-0507, 端午 0622, 中秋 0928, 国庆 1001 1001-1007",
  2005: "元旦 0101 0101-0103, 春节 0209 0209-0215, 清明 0405, 劳动节 0501 0501-0507, 端午 0611, 中秋 0918, 国庆 1001 1001-1007",
  2006: "元旦 0101 0101-0103, 春节 0129 0129-0204, 清明 0405, 劳动节 0501 0501-0507, 端午 0531, 中秋 1006 1006-1006, 国庆 1001 1001-1007",
  2007: "元旦 0101 0101-0103, 春节 0218 0218-0224, 清明 0405, 劳动节 0501 0501-0507, 端午 0619, 中秋 0925, 国庆 1001 1001-1007",
  2008:
    "元旦 0101 1230-0101, 春节 0207 0206-0212, 清明 0404 0404-0406, 劳动节 0501 0501-0503, 端午 0608 0607-0609, 中秋 0914 0913-0915, 国庆 1001 0929-1005",
  2009:
    "元旦 0101 0101-0103, 春节 0126 0125-0131, 清明 0404 0404-0406, 劳动节 0501 0501-0503, 端午 0528 0528-0530, 中秋 1003 1003-1003, 国庆 1001 1001-1008",
  2010:
    "元旦 0101 0101-0103, 春节 0214 0213-0219, 清明 0405 0403-0405, 劳动节 0501 0501-0503, 端午 0616 0614-0616, 中秋 0922 0922-0924, 国庆 1001 1001-1007",
  2011:
    "元旦 0101 0101-0103, 春节 0203 0202-0208, 清明 0405 0403-0405, 劳动节 0501 0430-0502, 端午 0606 0604-0606, 中秋 0912 0910-0912, 国庆 1001 1001-1007",
  2012:
    "元旦 0101 0101-0103, 春节 0123 0122-0128, 清明 0404 0402-0404, 劳动节 0501 0429-0501, 端午 0623 0622-0624, 中秋 0930 0930-0930, 国庆 1001 1001-1007",
  2013:
    "元旦 0101 0101-0103, 春节 0210 0209-0215, 清明 0404 0404-0406, 劳动节 0501 0429-0501, 端午 0612 0610-0612, 中秋 0919 0919-0921, 国庆 1001 1001-1007",
  2014:
    "元旦 0101 0101-0101, 春节 0131 0131-0206, 清明 0405 0405-0407, 劳动节 0501 0501-0503, 端午 0602 0602-0602, 中秋 0908 0908-0908, 国庆 1001 1001-1007",
  2015:
    "元旦 0101 0101-0103, 春节 0219 0218-0224, 清明 0405 0405-0406, 劳动节 0501 0501-0501, 端午 0620 0620-0622, 中秋 0927 0927-0927, 国庆 1001 1001-1007, 中国人民抗日战争暨世界反法西斯战争胜利70周年纪念日 0903 0903-0904",
  2016:
    "元旦 0101 0101-0101, 春节 0208 0207-0213, 清明 0404 0404-0404, 劳动节 0501 0501-0502, 端午 0609 0609-0611, 中秋 0915 0915-0917, 国庆 1001 1001-1007",
  2017:
    "元旦 0101 0101-0102, 春节 0128 0127-0202, 清明 0404 0402-0404, 劳动节 0501 0501-0501, 端午 0530 0528-0530, 中秋 1004 1004-1004, 国庆 1001 1001-1008",
  2018:
    "元旦 0101 0101-0101, 春节 0216 0215-0221, 清明 0405 0405-0407, 劳动节 0501 0429-0501, 端午 0618 0618-0618, 中秋 0924 0924-0924, 国庆 1001 1001-1007",
  2019:
    "元旦 0101 1230-0101, 春节 0205 0204-0210, 清明 0405 0405-0407, 劳动节 0501 0501-0504, 端午 0607 0607-0609, 中秋 0913 0913-0915, 国庆 1001 1001-1007",
  2020:
    "元旦 0101 0101-0101, 春节 0125 0124-0202, 清明 0404 0404-0406, 劳动节 0501 0501-0505, 端午 0625 0625-0627, 中秋 1001 1001-1001, 国庆 1001 1001-1008",
  2021:
    "元旦 0101 0101-0103, 春节 0212 0211-0217, 清明 0404 0403-0405, 劳动节 0501 0501-0505, 端午 0614 0612-0614, 中秋 0921 0919-0921, 国庆 1001 1001-1007",
  2022:
    "元旦 0101 0101-0103, 春节 0201 0131-0206, 清明 0405 0403-0405, 劳动节 0501 0430-0504, 端午 0603 0603-0605, 中秋 0910 0910-0912, 国庆 1001 1001-1007",
  2023:
    "元旦 0101 1231-0102, 春节 0122 0121-0127, 清明 0405 0405-0405, 劳动节 0501 0429-0503, 端午 0622 0622-0624, 中秋 0929 0929-0929, 国庆 1001 0930-1006",
  2024:
    "元旦 0101 0101-0101, 春节 0210 0210-0217, 清明 0404 0404-0406, 劳动节 0501 0501-0505, 端午 0610 0610-0610, 中秋 0917 0915-0917, 国庆 1001 1001-1007",
  2025:
    "元旦 0101 0101-0101, 春节 0129 0128-0204, 清明 0404 0404-0406, 劳动节 0501 0501-0505, 端午 0531 0531-0602, 中秋 1006 1006-1006, 国庆 1001 1001-1008",
  2026:
    "元旦 0101 0101-0103, 春节 0217 0215-0223, 清明 0405 0404-0406, 劳动节 0501 0501-0505, 端午 0619 0619-0621, 中秋 0925 0925-0927, 国庆 1001 1001-1007"
}

/** Weekend days on which people work, and for which festival. */
const makeups: Readonly<Record<string, string>> = {
  2004: "0117 春节, 0118 春节, 0508 劳动节, 0509 劳动节, 1009 国庆, 1010 国庆",
  2005: "0205 春节, 0206 春节, 0430 劳动节, 0508 劳动节, 1008 国庆, 1009 国庆",
  2006: "0128 春节, 0205 春节, 0429 劳动节, 0430 劳动节, 0930 国庆, 1008 国庆, 1230 元旦, 1231 元旦",
  2007: "0217 春节, 0225 春节, 0428 劳动节, 0429 劳动节, 0929 国庆, 0930 国庆, 1229 元旦",
  2008: "0202 春节, 0203 春节, 0504 劳动节, 0927 国庆, 0928 国庆",
  2009: "0104 元旦, 0124 春节, 0201 春节, 0531 端午, 0927 国庆, 1010 国庆",
  2010: "0220 春节, 0221 春节, 0612 端午, 0613 端午, 0919 中秋, 0925 中秋, 0926 国庆, 1009 国庆",
  2011: "0130 春节, 0212 春节, 0402 清明, 1008 国庆, 1009 国庆, 1231 元旦",
  2012: "0121 春节, 0129 春节, 0331 清明, 0401 清明, 0428 劳动节, 0929 国庆",
  2013:
    "0105 元旦, 0106 元旦, 0216 春节, 0217 春节, 0407 清明, 0427 劳动节, 0428 劳动节, 0608 端午, 0609 端午, 0922 中秋, 0929 国庆, 1012 国庆",
  2014: "0126 春节, 0208 春节, 0504 劳动节, 0928 国庆, 1011 国庆",
  2015: "0104 元旦, 0215 春节, 0228 春节, 0906 中国人民抗日战争暨世界反法西斯战争胜利70周年纪念日, 1010 国庆",
  2016: "0206 春节, 0214 春节, 0612 端午, 0918 中秋, 1008 国庆, 1009 国庆",
  2017: "0122 春节, 0204 春节, 0401 清明, 0527 端午, 0930 国庆",
  2018: "0211 春节, 0224 春节, 0408 清明, 0428 劳动节, 0929 国庆, 0930 国庆, 1229 元旦",
  2019: "0202 春节, 0203 春节, 0428 劳动节, 0505 劳动节, 0929 国庆, 1012 国庆",
  2020: "0119 春节, 0426 劳动节, 0509 劳动节, 0628 端午, 0927 国庆, 1010 国庆",
  2021: "0207 春节, 0220 春节, 0425 劳动节, 0508 劳动节, 0918 中秋, 0926 国庆, 1009 国庆",
  2022: "0129 春节, 0130 春节, 0402 清明, 0424 劳动节, 0507 劳动节, 1008 国庆, 1009 国庆",
  2023: "0128 春节, 0129 春节, 0423 劳动节, 0506 劳动节, 0625 端午, 1007 国庆, 1008 国庆",
  2024: "0204 春节, 0218 春节, 0407 清明, 0428 劳动节, 0511 劳动节, 0914 中秋, 0929 国庆, 1012 国庆",
  2025: "0126 春节, 0208 春节, 0427 劳动节, 0928 国庆, 1011 国庆",
  2026: "0104 元旦, 0214 春节, 0228 春节, 0509 劳动节, 0920 国庆, 1010 国庆"
}

interface Festival {
  readonly name: string
  readonly year: number
  readonly own: string
  readonly first: string
  readonly last: string
}

const dated = (year: number, text: string) => `${year}-${text.slice(0, 2)}-${text.slice(2)}`

const listed = Object.entries(festivals).flatMap(([key, text]) =>
  text.split(", ").map((each): Festival => {
    const year = Number(key)
    const [name = "", own = "", days = ""] = each.split(" ")
    const [first = "", last = ""] = days.split("-")
    // New Year's days off may begin in December.
    if (days === "") return { name, year, own: dated(year, own), first: "", last: "" }
    return { name, year, own: dated(year, own), first: dated(first > last ? year - 1 : year, first), last: dated(year, last) }
  })
)

const workdays = new Map(
  Object.entries(makeups).flatMap(([year, text]) =>
    text.split(", ").map((each) => each.split(" ")).map(([day = "", name = ""]) => [dated(Number(year), day), name])
  )
)

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

const isOf = ({ first, last }: Festival, date: string) => first <= date && date <= last
const lengthOf = ({ first, last }: Festival) => daysBetween(first, last)

const found = new Map<string, ReadonlyArray<Festival>>()
for (const festival of listed.filter(({ first }) => first !== ""))
  for (let date = festival.first; date <= festival.last; date = plusDays(date, 1)) found.set(date, [...(found.get(date) ?? []), festival])

/** The festivals of a date, the one with more days off first, each with its day in the year before. */
export const holidaysOn = (date: string) =>
  [...(found.get(date) ?? [])].sort((one, other) => lengthOf(other) - lengthOf(one)).map((festival) => {
    const day = daysBetween(festival.own, date)
    const ofYearBefore = listed.find(({ name, year }) => name === festival.name && year === festival.year - 1)
    const before = ofYearBefore === undefined ? null : plusDays(ofYearBefore.own, day)
    return { name: festival.name, day, before, wasOff: ofYearBefore !== undefined && before !== null && isOf(ofYearBefore, before) }
  })

export const isOrdinary = (date: string): boolean => !workdays.has(date) && !found.has(date)

/** The members of a date in a series, if the holidays of its year are not known. */
export const unknownYear = (date: string) => date.slice(0, 4) in festivals ? {} : { holidays_unknown: true }

/** The members of a date in responses. */
export const special = (date: string) => {
  const [first, also] = holidaysOn(date).map(({ day, name }) => ({ name, day }))
  return {
    ...(first === undefined ? {} : { holiday: { ...first, ...(also === undefined ? {} : { also }) } }),
    ...(workdays.has(date) ? { makeup: true, makeup_for: workdays.get(date) } : {})
  }
}

/** How many of the dates are holidays, by name. */
export const countHolidays = (dates: ReadonlyArray<string>): ReadonlyArray<{ readonly name: string; readonly days: number }> => {
  const counts = new Map<string, number>()
  for (const [first] of dates.map(holidaysOn)) if (first !== undefined) counts.set(first.name, (counts.get(first.name) ?? 0) + 1)
  return [...counts].map(([name, days]) => ({ name, days }))
}
