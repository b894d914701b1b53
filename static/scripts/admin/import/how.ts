import { el } from "../../shared/dom.ts"
import { known, t } from "../../shared/language.ts"
import { said } from "./questions.ts"
import type { Choices } from "./reading.ts"
import type { Preview } from "./reading.ts"

type Changes = Choices["changes"]

/** A decision and by what it was made. */
const decided = (code: string, { value, why }: NonNullable<Preview["decisions"][string]>) => {
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

/** How the file is read, as one sentence. */
const sentence = ({ decisions }: Preview) =>
  order.flatMap((code) => decisions[code] === undefined ? [] : decided(code, decisions[code])).join(t("import.how.and"))

const several = (
  legend: string,
  id: string,
  options: { value: string; note: string; isOn: boolean }[],
  change: (values: string[]) => void
) => {
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

const one = (
  label: string,
  id: string,
  options: readonly (readonly [value: string, name: string])[],
  present: string,
  change: (value: string) => void
) =>
  el("label", { class: "field" }, el("span", {}, label), el("select", {
    id,
    change: (event) => change(event.target.value)
  }, ...options.map(([value, name]) => el("option", { value, selected: value === present }, name))))

/** What may be read otherwise. */
const form = ({ asked, columns, decisions, sheets }: Preview, change: (changes: Changes) => void) => {
  const isAsked = (code: string) => asked.some((one) => one.code === code)
  const example = (examples: readonly string[]) => examples.join(" · ")
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
      one(t("import.change.year"), "change-year", [-2, -1, 0, 1].map((more) => ([String(year + more), String(year + more)] as const)),
        String(year), (value) => change({ year: [value] }))
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
 * @param opened the parts that the person has opened
 */
export const howRead = (preview: Preview, opened: Set<string>, change: (changes: Changes) => void) => {
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
