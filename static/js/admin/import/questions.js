// @ts-check
import { el, setText } from "../../shared/dom.js"
import { fullDate, isDate, shortDate } from "../../shared/format/dates.js"
import { money } from "../../shared/format/money.js"
import { known, t } from "../../shared/language.js"

/**
 * @typedef {import("./reading.js").Preview} Preview
 * @typedef {import("./reading.js").Example["days"]} Days
 * @typedef {Preview["asked"][number]} Asked
 */

/** The values that the reader writes, amounts as `1234.50` and dates as `2026-11-01`. The others are the file's own text. */
const ofReader = new Set(["amounts", "date", "first", "last", "says", "sum", "text"])

/** @param {string | number} text */
const written = (text) =>
  String(text).replace(/\d{4}-\d\d-\d\d|-?\d{1,12}\.\d\d/g, (found) => isDate(found) ? fullDate(found) : money(Number(found)))

/** What the reader says, in the page's language and as the shop writes numbers. @param {Asked["evidence"]} evidence */
export const said = ({ key, values }) =>
  t(`table.${key}`, Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, ofReader.has(name) ? written(value) : value])
  ))

/** Questions whose answers are explained by a sentence alone. All others have a name, and the sentence beside it. */
const explained = new Set(["period", "split_amount", "row_rule", "rows_of_a_day", "closed", "no_amount", "no_date"])

/** The first days under an answer. @param {Days | undefined} days */
const daysText = (days) =>
  days === undefined
    ? ""
    : days.length === 0
    ? t("import.days.none")
    : `${days.map(({ cents, date }) => `${shortDate(date)} ${money(cents / 100)}`).join(" · ")} …`

/** The shown days of each answer. @type {Map<string, HTMLElement>} */
const places = new Map()

/** How many questions have no answer yet. @param {Preview} preview */
export const openQuestions = ({ asked }) => asked.filter(({ holds }) => holds.length === 0).length

/**
 * @param {Asked} asked @param {number} nth @param {Map<string, Days>} examples @param {(key: string, values: string[]) => void} answer
 */
const question = ({ areMany, code, evidence, holds, key, options, proposed }, nth, examples, answer) => {
  const inputs = options.map(({ evidence: about, value }, at) => {
    const days = el("small", { class: "days" }, daysText(examples.get(`${key} ${value}`)))
    places.set(`${key} ${value}`, days)
    const input = el("input", {
      id: `answer-${nth}-${at}`,
      type: areMany ? "checkbox" : "radio",
      name: `question-${nth}`,
      value,
      checked: holds.includes(value),
      change: () => {
        const chosen = inputs.flatMap(({ input }) => input.checked ? [input.value] : [])
        if (chosen.length > 0) answer(key, chosen)
        else input.checked = true
      }
    })
    const name = explained.has(code) ? said(about) : known(`import.option.${code}.${value}`) ?? value
    const note = explained.has(code) ? "" : said(about)
    return {
      input,
      line: el("label", {}, input,
        el("span", {}, el("b", {}, name), proposed?.includes(value) === true ? el("em", { class: "badge" }, t("import.proposed")) : null,
          note === "" ? null : el("small", {}, note), areMany ? null : days))
    }
  })
  return el("fieldset", { class: "question", "data-code": code, "data-open": holds.length === 0 },
    el("legend", {}, t(`import.ask.${code}`)), el("p", { class: "muted" }, said(evidence)),
    el("div", { class: "answers" }, ...inputs.map(({ line }) => line)))
}

/**
 * What the file does not settle, each with its answers.
 * @param {Preview} preview @param {Map<string, Days>} examples @param {(key: string, values: string[]) => void} answer
 */
export const questions = ({ asked }, examples, answer) => {
  places.clear()
  return asked.length === 0 ? [] : [
    el("section", { class: "questions", "aria-label": t("import.questions") },
      ...asked.map((one, nth) => question(one, nth, examples, answer)))
  ]
}

/** Shows the first days under an answer once they are known. @param {string} key @param {string} value @param {Days} days */
questions.show = (key, value, days) => {
  const place = places.get(`${key} ${value}`)
  if (place !== undefined) setText(place, daysText(days))
}
