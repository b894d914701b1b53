// @ts-check
import { el } from "../../shared/dom.js"
import { parseAmount } from "../../shared/format/money.js"
import { t } from "../../shared/language.js"
import { remembered } from "../../shared/store.js"

/**
 * @typedef {{ column: string, name: string, example: string }} Column `column` is what the server is asked for
 * @typedef {{ date: string, amount: string }} Choice
 */

/** The key for the remembered choice: the names of the columns. @param {Column[]} columns */
const keyOf = (columns) => `import-columns:${columns.map(({ name }) => name).join("\t")}`

/** The earlier choice for a file with these columns. @param {Column[]} columns @returns {Choice | null} */
export const chosenBefore = (columns) => {
  try {
    const { amount, date } = JSON.parse(remembered.get(keyOf(columns)) ?? "null") ?? {}
    return [date, amount].every((one) => columns.some(({ column }) => column === one)) ? { date, amount } : null
  } catch {
    return null
  }
}

/** @param {Column[]} columns @param {Choice} choice */
export const remember = (columns, choice) => remembered.set(keyOf(columns), JSON.stringify(choice))

/** Names of amount columns, the most likely first: money received comes before money due, and a total before its parts. */
const amountNames = [
  /^(实收|实收金额|营业额|营业收入|turnover)$/i,
  /^(合计|总计|总额|总营业额|total)$/i,
  /^(金额|amount)$/i,
  /实收|营业额|营业收入/,
  /合计|总计|总额/,
  /金额|收入|流水|销售额|amount|revenue|sales|takings/i
]

/** Columns of numbers that are not amounts: the day of the week, row numbers, counts. */
const otherNumbers = /星期|周[几次]|^周$|week|^dow$|^day$|序号|编号|^no\.?$|^#$|单数|笔数|人数|数量|客数|count|guests|orders/i

/** @param {Column[]} columns @param {RegExp[]} patterns @param {"name" | "example"} part */
const firstBy = (columns, patterns, part) => {
  for (const pattern of patterns) {
    const found = columns.find((one) => pattern.test(one[part]))
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The columns that most likely contain the dates and the amounts. A column of amounts contains numbers.
 * @param {Column[]} columns @returns {Choice}
 */
export const guess = (columns) => {
  const date = firstBy(columns, [/^(date|日期)$/i, /日期|date|营业日/i], "name") ??
    firstBy(columns, [/^\d{4}\D?\d{1,2}\D?\d{1,2}/], "example") ?? columns[0]
  const free = columns.filter((one) => one !== date)
  const money = free.filter(({ name }) => !otherNumbers.test(name))
  const numbers = money.filter(({ example }) => parseAmount(example) !== null)
  const amount = firstBy(numbers, amountNames, "name") ?? numbers[0] ?? firstBy(money, amountNames, "name") ?? money[0] ?? free[0]
  return { date: date?.column ?? "", amount: amount?.column ?? "" }
}

/** @param {Column} column */
const label = ({ column, example, name }) => {
  const title = name === "" ? t("import.column.nth", { n: column }) : name
  return example === "" ? title : t("import.column.example", { name: title, example })
}

/** The names of the chosen columns as a sentence. @param {Column[]} columns @param {Choice} choice */
export const choiceSentence = (columns, { amount, date }) => {
  const nameOf = (/** @type {string} */ column) =>
    columns.find((one) => one.column === column)?.name || t("import.column.nth", { n: column })
  return t("import.columns.chosen", { date: nameOf(date), amount: nameOf(amount) })
}

/**
 * Asks which columns contain the dates and the amounts.
 * @param {Column[]} columns @param {Choice | null} present @param {{ go: (choice: Choice) => void, cancel: () => void }} actions
 */
export const chooser = (columns, present, { cancel, go }) => {
  const { amount, date } = present ?? guess(columns)
  /** @param {string} id @param {import("../../shared/language.js").Key} key @param {string} selected */
  const field = (id, key, selected) =>
    el("label", { class: "field" }, el("span", {}, t(key)), el("select", { id }, ...columns.map((one) =>
      el("option", { value: one.column, selected: one.column === selected }, label(one))
    )))
  const form = el("form", {
    class: "columns",
    submit: (event) => {
      event.preventDefault()
      const value = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (form.querySelector(id)).value
      go({ date: value("#date-column"), amount: value("#amount-column") })
    }
  },
    el("div", { class: "fields" }, field("date-column", "import.column.date", date),
      field("amount-column", "import.column.amount", amount)),
    el("p", { class: "actions" }, el("button", { type: "submit", class: "button" }, t("import.columns.go")),
      el("button", { type: "button", class: "button plain", click: cancel }, t("import.cancel"))))
  return [form]
}
