// @ts-check
import { language } from "./i18n.js"

const grouped = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `3,629.76`, with a true minus sign before a negative. @param {number} amount */
const plain = (amount) => `${amount < 0 ? "−" : ""}¥${grouped.format(Math.abs(amount))}`

/** `¥3,629.76`, or a dash for what is not known. @param {number | null} amount */
export const money = (amount) => (amount === null ? "—" : plain(amount))

/** `+¥312.40`, `−¥20.00`, `±¥0.00`. @param {number} difference */
export const signedMoney = (difference) => (difference > 0 ? "+" : difference < 0 ? "" : "±") + plain(difference)

/** The exact difference of two amounts: computed in whole cents. @param {number} a @param {number} b */
export const difference = (a, b) => (Math.round(a * 100) - Math.round(b * 100)) / 100

/** `+8.2%`; null where there is nothing to compare with. @param {number} now @param {number} before */
export const percent = (now, before) => {
  if (before === 0) return null
  const value = ((now - before) / before) * 100
  const text = Math.abs(value) >= 1000 ? Math.abs(value).toFixed(0) : Math.abs(value).toFixed(1)
  return `${Number(text) === 0 ? "±" : value > 0 ? "+" : "−"}${text}%`
}

const typed = /^¥?\s*(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?\s*元?$/
const maxCents = 999_999_999_999

/**
 * An amount as people type it: `1234.5`, `1,234.5`, `¥1,234.50`, full-width digits too; null for anything else.
 * @param {string} text
 * @returns {number | null}
 */
export const parseAmount = (text) => {
  const match = typed.exec(text.normalize("NFKC").trim().replaceAll("。", "."))
  if (match === null) return null
  const cents = Number(`${(match[1] ?? "").replaceAll(",", "")}${(match[2] ?? "").padEnd(2, "0")}`)
  return cents <= maxCents ? cents / 100 : null
}

/** Days since 1970 of `YYYY-MM-DD`: a calendar date, no time zone involved. @param {string} date */
export const epochDay = (date) => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000)

/** @param {string} date @param {number} days */
export const addDays = (date, days) => new Date((epochDay(date) + days) * 86_400_000).toISOString().slice(0, 10)

const weekdaysZh = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"]
const weekdaysEn = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const monthsEn = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** 0 is Sunday. @param {string} date */
const weekdayIndex = (date) => (((epochDay(date) + 4) % 7) + 7) % 7

/** @param {string} date */
export const weekday = (date) => (language() === "en" ? weekdaysEn : weekdaysZh)[weekdayIndex(date)] ?? ""

/** @param {string} date */
export const isWeekend = (date) => weekdayIndex(date) % 6 === 0

/** `12月9日` or `9 Dec`. @param {string} date */
export const shortDate = (date) => {
  const month = Number(date.slice(5, 7))
  const day = Number(date.slice(8, 10))
  return language() === "en" ? `${day} ${monthsEn[month - 1] ?? ""}` : `${month}月${day}日`
}

/** `12月9日 周二` or `Tue 9 Dec`. @param {string} date */
export const dayLabel = (date) =>
  language() === "en" ? `${weekday(date)} ${shortDate(date)}` : `${shortDate(date)} ${weekday(date)}`

/** `12月8日 – 14日`, or one date where both are the same. @param {string} start @param {string} end */
export const dateRange = (start, end) => {
  if (start === end) return shortDate(start)
  if (start.slice(0, 7) !== end.slice(0, 7)) return `${shortDate(start)} – ${shortDate(end)}`
  const [from, to] = [Number(start.slice(8, 10)), Number(end.slice(8, 10))]
  return language() === "en" ? `${from} – ${shortDate(end)}` : `${shortDate(start)} – ${to}日`
}

/** `05:23:11` of milliseconds, never below zero. @param {number} milliseconds */
export const countdown = (milliseconds) => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, "0")).join(":")
}

/** The clock time that stands in a server's instant: `13:14:40`. @param {string} instant */
export const clockTime = (instant) => instant.slice(11, 19)

/** `12-09 13:14:40` of a server's instant. @param {string} instant */
export const dateTime = (instant) => `${instant.slice(5, 10)} ${instant.slice(11, 19)}`
