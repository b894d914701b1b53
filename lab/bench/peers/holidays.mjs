import { createRequire } from "node:module"

/** China's holidays, by the package and the definitions in docs/rules.md, without code of `src/`. */
const { holidays, workdays } = createRequire(import.meta.url)("chinese-days/dist/chinese-days.json")

const addDays = (date, days) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
const names = { 国庆节: "国庆" }
const nameIn = (dates, date) => {
  const name = dates[date]?.split(",")[1]
  return name === undefined ? undefined : names[name] ?? name
}

/** The published days of 2004 to 2027, as month and day. */
const published = {
  春节: "0122 0209 0129 0218 0207 0126 0214 0203 0123 0210 0131 0219 0208 0128 0216 0205 0125 0212 0201 0122 0210 0129 0217 0206",
  清明: "0404 0405 0405 0405 0404 0404 0405 0405 0404 0404 0405 0405 0404 0404 0405 0405 0404 0404 0405 0405 0404 0404 0405 0405",
  端午: "0622 0611 0531 0619 0608 0528 0616 0606 0623 0612 0602 0620 0609 0530 0618 0607 0625 0614 0603 0622 0610 0531 0619 0609",
  中秋: "0928 0918 1006 0925 0914 1003 0922 0912 0930 0919 0908 0927 0915 1004 0924 0913 1001 0921 0910 0929 0917 1006 0925 0915"
}

const inYear = (name) => (year) => published[name].split(" ")[year - 2004]?.replace(/^(..)(..)$/, `${year}-$1-$2`)

const owns = {
  元旦: (year) => `${year}-01-01`,
  春节: inYear("春节"),
  清明: inYear("清明"),
  劳动节: (year) => `${year}-05-01`,
  端午: inYear("端午"),
  中秋: inYear("中秋"),
  国庆: (year) => `${year}-10-01`,
  // A holiday of a single year.
  中国人民抗日战争暨世界反法西斯战争胜利70周年纪念日: (year) => year === 2015 ? "2015-09-03" : undefined
}

const yearOf = (date, name) => Number(date.slice(0, 4)) + (name === "元旦" && date.slice(5, 7) === "12" ? 1 : 0)

export const isMakeup = (date) => workdays[date] !== undefined
const isOff = (date) => holidays[date] !== undefined || new Date(date).getUTCDay() % 6 === 0 && !isMakeup(date)

/** Whether the notice assigns the day to this festival, or names no festival because two share the day. */
const isNamed = (date, name) => nameIn(holidays, date) === name || holidays[date] !== undefined && owns[name]?.(yearOf(date, name)) === date

const reaches = (date, name, step) => {
  for (let at = date; isOff(at); at = addDays(at, step)) if (isNamed(at, name)) return true
  return false
}

const isOf = (date, name) => isOff(date) && reaches(date, name, -1) && reaches(date, name, 1)

const lengthOf = (date, name) => {
  let days = 1
  for (const step of [-1, 1]) for (let at = addDays(date, step); isOf(at, name); at = addDays(at, step)) days += 1
  return days
}

const known = new Map()

/** The festivals of a date, the one with more days off first, each with its day in the year before. */
export const holidaysOn = (date) => {
  if (known.has(date)) return known.get(date)
  const found = Object.keys(owns).filter((name) => isOf(date, name)).sort((one, other) => lengthOf(date, other) - lengthOf(date, one))
    .map((name) => {
      const year = yearOf(date, name)
      const day = Math.round((Date.parse(date) - Date.parse(owns[name](year))) / 86_400_000)
      const ownBefore = year - 1 >= 2004 ? owns[name](year - 1) : undefined
      const before = ownBefore === undefined ? null : addDays(ownBefore, day)
      return { name, day, before, wasOff: before !== null && isOf(before, name) }
    })
  known.set(date, found)
  return found
}

export const isOrdinary = (date) => !isMakeup(date) && holidaysOn(date).length === 0

/** The members of a date in responses. */
export const special = (date) => {
  const [first, also] = holidaysOn(date).map(({ day, name }) => ({ name, day }))
  return {
    ...(first === undefined ? {} : { holiday: { ...first, ...(also === undefined ? {} : { also }) } }),
    ...(isMakeup(date) ? { makeup: true, makeup_for: nameIn(workdays, date) } : {})
  }
}
