import { el, setText } from "../../shared/dom.ts"
import { fullDate, isDate, shortDate } from "../../shared/format/dates.ts"
import { money } from "../../shared/format/money.ts"
import { counted, known, t } from "../../shared/language.ts"
import type { Preview } from "./reading.ts"
import type { Example } from "./reading.ts"

/** answers by the key of their question */
type Given = Record<string, string[]>
type Asked = Preview["asked"][number]

/** The values that the reader writes, amounts as `1234.50` and dates as `2026-11-01`. The others are the file's own text. */
const ofReader = new Set(["amounts", "date", "first", "last", "says", "sum", "text"])

const written = (text: string | number) =>
  String(text).replace(/\d{4}-\d\d-\d\d|-?\d{1,12}\.\d\d/g, (found) => isDate(found) ? fullDate(found) : money(Number(found)))

/** What the reader says, in the page's language and as the shop writes numbers. */
export const said = ({ key, values }: Asked["evidence"]) =>
  t(`table.${key}`, Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, ofReader.has(name) ? written(value) : value])
  ))

/** Questions whose answers are explained by a sentence alone. All others have a name, and the sentence beside it. */
const explained = new Set([
  "period",
  "split_amount",
  "row_rule",
  "decimals",
  "rows_of_a_document",
  "rows_of_a_day",
  "negative_day",
  "closed",
  "no_amount",
  "no_date"
])

/** The day that an answer decides, or its first days. */
const exampleText = (example: Example | undefined) => {
  if (example === undefined) return ""
  const { days, decides } = example
  if (decides !== null) {
    const { date, shown } = decides
    const what = shown === undefined ? t("import.decides.none") : shown === "closed" ? t("import.closed") : money(shown.cents / 100)
    return t("import.decides", { date: shortDate(date), what })
  }
  return days.length === 0
    ? t("import.days.none")
    : `${days.map(({ cents, date }) => `${shortDate(date)} ${money(cents / 100)}`).join(" · ")} …`
}

/** The shown days of each answer. */
const places: Map<string, HTMLElement> = new Map()

/** How many questions have no answer yet. */
export const openQuestions = ({ asked }: Preview) => asked.filter(({ holds }) => holds.length === 0).length

/** What is asked, and why. Of questions that are asked of several values, each is named by its own. */
const headOf = (code: string, ask: string, why: string) => {
  const [head, note] = code === "row_rule" ? [why, ask] : [ask, why]
  return [el("legend", {}, head), el("p", { class: "muted" }, note)]
}

const question = (
  { areMany, code, evidence, holds, key, options, proposed }: Asked,
  nth: number,
  examples: Map<string, Example>,
  answer: (given: Given) => void
) => {
  const inputs = options.map(({ evidence: about, isOther = false, value }, at) => {
    const days = el("small", { class: "days" }, exampleText(examples.get(`${key} ${value}`)))
    places.set(`${key} ${value}`, days)
    const input = el("input", {
      id: `answer-${nth}-${at}`,
      type: areMany ? "checkbox" : "radio",
      name: `question-${nth}`,
      value,
      checked: holds.includes(value),
      change: () => {
        const chosen = inputs.flatMap(({ input }) => input.checked ? [input.value] : [])
        if (chosen.length > 0) answer({ [key]: chosen })
        else input.checked = true
      }
    })
    const name = explained.has(code) ? said(about) : known(`import.option.${code}.${value}`) ?? value
    const note = explained.has(code) ? "" : said(about)
    return {
      input,
      isOther,
      line: el("label", {}, input,
        el("span", {}, el("b", {}, name), proposed?.includes(value) === true ? el("em", { class: "badge" }, t("import.proposed")) : null,
          note === "" ? null : el("small", {}, note), areMany ? null : days))
    }
  })
  const [likely, others] = [false, true].map((isOther) => inputs.filter((one) => one.isOther === isOther).map(({ line }) => line))
  return el("fieldset", { class: "question", "data-code": code, "data-open": holds.length === 0 },
    ...headOf(code, t(`import.ask.${code}`), said(evidence)), el("div", { class: "answers" }, ...likely ?? []),
    others === undefined || others.length === 0
      ? null
      : el("details", { class: "others", open: inputs.some(({ input, isOther }) => isOther && input.checked) },
        el("summary", { id: `others-${nth}` }, counted("import.others", others.length)), el("div", { class: "answers" }, ...others)))
}

/**
 * The column of a question about a value, and the rule of one of its answers.
 * @param value such as `Status=Failed:leave_out`
 */
const columnOf = (value: string) => value.slice(0, value.indexOf("="))
const ruleOf = (value: string) => (value.slice(value.lastIndexOf(":") + 1) as "count" | "leave_out" | "subtract")

/** One control for all values of a column that are asked in the same way, before the first of them. */
const sameForAll = (asked: Preview["asked"], present: Asked, answer: (given: Given) => void) => {
  const [option] = present.options
  const column = columnOf(option?.value ?? "")
  const own = asked.filter(({ code, options }) => code === "row_rule" && options.length > 1 && columnOf(options[0]?.value ?? "") === column)
  return own.length < 2 || own[0] !== present ? [] : [
    el("p", { class: "same" }, el("span", {}, t("import.same", { name: column })), ...present.options.map(({ value }) =>
      el("button", {
        type: "button",
        class: "button plain",
        id: `same-${column}-${ruleOf(value)}`,
        click: () =>
          answer(Object.fromEntries(own.map(({ key, options }) => [
            key,
            options.flatMap((one) => ruleOf(one.value) === ruleOf(value) ? [one.value] : [])
          ])))
      }, t(`table.row_rule.${ruleOf(value)}`))
    ))
  ]
}

/** Takes every proposal, where each open question has one. */
const allAsProposed = (asked: Preview["asked"], answer: (given: Given) => void) => {
  const open = asked.filter(({ holds }) => holds.length === 0)
  return open.length === 0 || open.some(({ proposed }) => proposed === null) ? [] : [
    el("p", { class: "actions" }, el("button", {
      type: "button",
      class: "button plain",
      id: "import-as-proposed",
      click: () => answer(Object.fromEntries(open.map(({ key, proposed }) => [key, [...proposed ?? []]])))
    }, t("import.as_proposed")))
  ]
}

/** What the file does not settle, each with its answers. */
export const questions = ({ asked }: Preview, examples: Map<string, Example>, answer: (given: Given) => void) => {
  places.clear()
  return asked.length === 0 ? [] : [
    el("section", { class: "questions", "aria-label": t("import.questions") }, ...allAsProposed(asked, answer),
      ...asked.flatMap((one, nth) => [...sameForAll(asked, one, answer), question(one, nth, examples, answer)]))
  ]
}

/** Shows the days under an answer once they are known. */
questions.show = (example: Example) => {
  const place = places.get(`${example.key} ${example.value}`)
  if (place !== undefined) setText(place, exampleText(example))
}
