import { el } from "../../shared/dom.ts"
import { t } from "../../shared/language.ts"
import type { Members } from "./chats.ts"
import { amount, choice, nameOfWeekday, numberBox, optionalText, range, reportTime, textBox, weekdays, weekdaySet } from "./fields.ts"
import type { Control } from "./fields.ts"

const membersOf = (value: unknown): Members => (typeof value === "object" && value !== null ? (value as Members) : {})

const sourceOf = (value: unknown): Control => {
  const { kind, without_figure } = membersOf(value)
  if (kind === "command") {
    const { element, read } = choice(without_figure, [["wait", t("shop.source.wait")], ["generate", t("shop.source.generate")]])
    return { element, read: () => ({ kind, without_figure: read() }) }
  }
  // A shop that has not decided can choose the estimate that it has: only then is it its own decision.
  const undecided = kind === undefined ? [["", t("shop.source.undecided")] as const] : []
  const { element, read } = choice(kind, [...undecided, ["none", t("shop.source.none")], ["range", t("shop.source.range")]])
  return { element, read: () => read() === undefined ? undefined : { kind: read() } }
}

const goalOf = (value: unknown): Control => {
  const goals = membersOf(value)
  const { element, read } = amount(goals["default"])
  return {
    element,
    read: () => {
      const { default: _, ...months } = goals
      const typed = read()
      return typed === undefined ? months : { ...months, default: typed }
    }
  }
}

const reportsOf = (value: unknown): Control => {
  const { monthly, weekly } = membersOf(value)
  const ofWeek = reportTime(weekly, weekdays.map((name, index) => [name, nameOfWeekday(index)] as const), "shop.weekly")
  const ofMonth = reportTime(monthly,
    Array.from({ length: 31 }, (_, index) => [String(index + 1), t("shop.day_of_month", { n: index + 1 })] as const), "shop.monthly")
  return {
    element: el("div", { class: "reports" }, el("span", {}, t("shop.weekly")), ofWeek.element, el("span", {}, t("shop.monthly")),
      ofMonth.element),
    read: () => {
      const times = { weekly: ofWeek.read(), monthly: ofMonth.read() }
      return Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined))
    }
  }
}

/** A setting of the page: its key, and the control for its value. */
type Field = readonly [key: string, control: (value: unknown) => Control]

/** The settings of the page, in the order in which a shop decides them; those of the chats are drawn by themselves. */
export const groups: ReadonlyArray<readonly [name: string, fields: ReadonlyArray<Field>]> = [
  ["shop", [
    ["shop_name", (value) => textBox(value, { maxlength: 100 })],
    ["language", (value) => choice(value, [["", t("shop.language.auto")], ["zh-CN", "中文"], ["en", "English"]])],
    ["currency", (value) => textBox(value, { maxlength: 3, autocapitalize: "characters" })],
    ["locale", (value) => optionalText(value, { maxlength: 64 })]
  ]],
  ["day", [
    ["cutoff_time", (value) => optionalText(value || "23:00", { type: "time" })],
    ["day_starts_at", (value) => textBox(value, { type: "time" })],
    ["closed_weekdays", weekdaySet],
    ["holidays", (value) => textBox(value, { maxlength: 20 })]
  ]],
  ["nobody", [
    ["amount_source", sourceOf],
    ["weekday_range", (value) => range(value, t("setting.weekday_range"))],
    ["weekend_range", (value) => range(value, t("setting.weekend_range"))]
  ]],
  ["chats", []],
  ["news", [
    ["remind_minutes", (value) => numberBox(value, 720)],
    ["reports", reportsOf],
    ["goals", goalOf]
  ]],
  ["access", [
    ["access", (value) => choice(value, [["open", t("shop.access.open")], ["private", t("shop.access.private")]])],
    ["public_url", (value) => textBox(value, { inputmode: "url" })]
  ]],
  ["safety", [
    ["backup_dir", textBox],
    ["heartbeat_url", (value) => textBox(value, { inputmode: "url" })]
  ]]
]

/** Keys whose controls are several elements, so that no label names one of them. */
export const several = new Set(["closed_weekdays", "reports", "weekday_range", "weekend_range"])
