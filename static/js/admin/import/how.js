// @ts-check
import { el } from "../../shared/dom.js"
import { known, t } from "../../shared/language.js"
import { said } from "./questions.js"

/** @typedef {import("./reading.js").Preview} Preview @typedef {import("./reading.js").Choices["changes"]} Changes */

/** A decision and by what it was made. @param {string} code @param {NonNullable<Preview["decisions"][string]>} decision */
const decided = (code, { value, why }) => {
  const text = known(`import.how.${code}`, { value: known(`import.option.${code}.${value}`) ?? value })
  return text === undefined
    ? []
    : [why === undefined || why.key === "answered" ? text : t("import.how.why", { text, why: said(why) })]
}

const order = [
  "sheet",
  "hidden_sheets",
  "orientation",
  "side_by_side",
  "date_column",
  "date_order",
  "year",
  "amount_column",
  "decimal_sign",
  "rows_of_a_day",
  "ignored"
]

/** How the file is read, as one sentence. @param {Preview} preview */
const sentence = ({ decisions }) =>
  order.flatMap((code) => decisions[code] === undefined ? [] : decided(code, decisions[code])).join(t("import.how.and"))

/** @param {string} legend @param {string} id @param {{ value: string, note: string, isOn: boolean }[]} options @param {(values: string[]) => void} change */
const several = (legend, id, options, change) => {
  const inputs = options.map(({ isOn, value }, at) =>
    el("input", {
      type: "checkbox",
      id: `${id}-${at}`,
      value,
      checked: isOn,
      change: (event) => {
        const chosen = inputs.flatMap((input) => input.checked ? [input.value] : [])
        if (chosen.length > 0) change(chosen)
        else event.target.checked = true
      }
    })
  )
  return el("fieldset", { class: "several" }, el("legend", {}, legend),
    ...options.map(({ note, value }, at) => el("label", {}, inputs[at], el("span", {}, value, note === "" ? null : el("small", {}, note)))))
}

/** @param {string} label @param {string} id @param {readonly (readonly [value: string, name: string])[]} options @param {string} present @param {(value: string) => void} change */
const one = (label, id, options, present, change) =>
  el("label", { class: "field" }, el("span", {}, label), el("select", {
    id,
    change: (event) => change(event.target.value)
  }, ...options.map(([value, name]) => el("option", { value, selected: value === present }, name))))

/** What may be read otherwise. @param {Preview} preview @param {(changes: Changes) => void} change */
const form = ({ asked, columns, decisions, sheets }, change) => {
  const isAsked = (/** @type {string} */ code) => asked.some((one) => one.code === code)
  const example = (/** @type {readonly string[]} */ examples) => examples.join(" · ")
  const year = Number(decisions["year"]?.value ?? "")
  const date = columns.find(({ use }) => use === "date")
  return [
    ...(sheets.length < 2 || isAsked("sheet") ? [] : [
      several(t("import.change.sheets"), "change-sheet", sheets.map(({ isRead, name }) => ({ value: name, note: "", isOn: isRead })),
        (sheet) => change({ sheet }))
    ]),
    ...(isAsked("date_column") ? [] : [
      one(t("import.column.date"), "date-column",
        columns.map(({ examples, value }) => [value, t("import.column.example", { name: value, example: examples[0] ?? "" })]),
        date?.value ?? "", (value) => change({ date_column: [value] }))
    ]),
    ...(Number.isNaN(year) || year === 0 || isAsked("year") ? [] : [
      one(t("import.change.year"), "change-year",
        [-2, -1, 0, 1].map((more) => /** @type {const} */ ([String(year + more), String(year + more)])), String(year),
        (value) => change({ year: [value] }))
    ]),
    ...(decisions["rows_of_a_day"] === undefined || isAsked("rows_of_a_day") ? [] : [
      one(t("import.ask.rows_of_a_day"), "change-rows", [["sum", t("table.rows_of_a_day.sum")], ["once", t("table.rows_of_a_day.once")]],
        decisions["rows_of_a_day"].value, (value) => change({ rows_of_a_day: [value] }))
    ]),
    ...(isAsked("amount_column") ? [] : [
      several(t("import.column.amount"), "amount-column", columns.filter(({ use }) => use !== "date").map(({ examples, use, value }) => ({
        value,
        note: example(examples),
        isOn: use === "amount"
      })), (amount) => change({ amount_column: amount }))
    ])
  ]
}

/**
 * How the file is read, in one line, with a way to change it.
 * @param {Preview} preview @param {Set<string>} opened the parts that the person has opened @param {(changes: Changes) => void} change
 */
export const howRead = (preview, opened, change) => {
  if (preview.columns.length === 0) return []
  return [
    el("p", { class: "how muted" }, sentence(preview)),
    el("details", {
      class: "change",
      open: opened.has("change"),
      toggle: ({ target }) => target.open ? opened.add("change") : opened.delete("change")
    }, el("summary", { id: "import-change" }, t("import.change")), el("div", { class: "changes-form" }, ...form(preview, change)))
  ]
}
