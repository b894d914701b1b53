import { el } from "../../shared/dom.ts"
import { weekday } from "../../shared/format/dates.ts"
import { localDigits } from "../../shared/format/local-digits.ts"
import { parseAmount } from "../../shared/format/typed.ts"
import { t } from "../../shared/language.ts"
import type { Key } from "../../shared/language.ts"

/** A control of a setting: `read` gives the value as `config.json` has it; undefined: as it is not set. */
export type Control = { element: HTMLElement; read: () => unknown }

export const weekdays = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]

/** A Monday. */
const monday = "2024-01-0"

export const nameOfWeekday = (index: number) => weekday(`${monday}${index + 1}`)

export const textBox = (value: unknown, attributes: Record<string, string | number | boolean> = {}): Control => {
  const input = el("input", { autocomplete: "off", ...attributes, value: String(value ?? "") })
  return { element: input, read: () => input.value.trim() }
}

/** An empty text counts as not set. */
export const optionalText = (value: unknown, attributes: Record<string, string | number | boolean> = {}): Control => {
  const { element, read } = textBox(value, attributes)
  return { element, read: () => read() || undefined }
}

export const numberBox = (value: unknown, max: number): Control => {
  const input = el("input", { type: "number", min: 0, max, value: String(value ?? 0) })
  return { element: input, read: () => Number(input.value) }
}

/** @param options values with their words; an empty value counts as not set */
export const choice = (value: unknown, options: ReadonlyArray<readonly [value: string, words: string]>): Control => {
  const select = el("select", {}, ...options.map(([each, words]) => el("option", { value: each, selected: each === value }, words)))
  return { element: select, read: () => select.value || undefined }
}

/** A typed amount; the text itself where it is none, which the server refuses with a sentence. */
const amountIn = (input: HTMLInputElement) => input.value.trim() === "" ? undefined : parseAmount(input.value) ?? input.value

const amountBox = (value: unknown, label?: string) =>
  el("input", {
    inputmode: "decimal",
    autocomplete: "off",
    "aria-label": label,
    value: value === undefined || value === null ? "" : localDigits(String(value))
  })

export const amount = (value: unknown): Control => {
  const input = amountBox(value)
  return { element: input, read: () => amountIn(input) }
}

/** `[min, max]`; as pages type it. */
export const range = (value: unknown, name: string): Control => {
  const [min, max] = Array.isArray(value) ? value : Object.values((value ?? {}) as { min?: number; max?: number })
  const [low, high] = [amountBox(min, `${name} ${t("shop.from")}`), amountBox(max, `${name} ${t("shop.to")}`)]
  return {
    element: el("div", { class: "pair" }, low, el("span", {}, t("shop.to")), high),
    read: () => low.value === "" && high.value === "" ? undefined : [amountIn(low), amountIn(high)]
  }
}

export const weekdaySet = (value: unknown): Control => {
  const set = Array.isArray(value) ? value : []
  const boxes = weekdays.map((name) => el("input", { type: "checkbox", checked: set.includes(name) }))
  return {
    element: el("div", { class: "days" }, ...boxes.map((box, index) => el("label", {}, box, el("span", {}, nameOfWeekday(index))))),
    read: () => weekdays.filter((_, index) => boxes[index]?.checked)
  }
}

/** When a report is sent: a day of the week or of the month, and a time. */
export const reportTime = (value: unknown, days: ReadonlyArray<readonly [value: string, words: string]>, name: Key): Control => {
  const [day = "", time = "09:00"] = typeof value === "string" ? value.split(" ") : []
  const chosen = choice(day, [["", t("shop.never")], ...days])
  chosen.element.setAttribute("aria-label", t(name))
  const clock = el("input", { type: "time", value: time, "aria-label": `${t(name)} ${t("setting.cutoff_time")}` })
  return {
    element: el("div", { class: "pair" }, chosen.element, clock),
    read: () => chosen.read() === undefined ? undefined : `${String(chosen.read())} ${clock.value}`
  }
}

/** The field of a credential. An empty field keeps the stored one, which is never shown. */
export const secretBox = (value: unknown): Control => {
  const isSet = value === hidden
  const input = el("input", {
    type: "password",
    autocomplete: "new-password",
    placeholder: isSet ? t("shop.chat.kept") : "",
    value: isSet ? "" : String(value ?? "")
  })
  return { element: input, read: () => input.value === "" && isSet ? hidden : input.value }
}

/** What the server shows of a credential. */
const hidden = "\u2026"
