// @ts-check
import { el } from "../../shared/dom.js"
import { faultWithout, fieldName } from "../../shared/faults.js"
import { difference, money, signedMoney } from "../../shared/format/money.js"
import { counted, t } from "../../shared/language.js"
import { fileText, saveFaults } from "./faults.js"

/** @param {string} label @param {number | string} value */
const tally = (label, value) => el("div", {}, el("dt", {}, label), el("dd", {}, value.toLocaleString("en-US")))

/** @param {string} kind the table's class @param {string[]} labels @param {Set<number>} numbers which columns hold numbers @param {Node[]} rows */
const scrolling = (kind, labels, numbers, rows) =>
  el("div", { class: "scroll", tabindex: 0, role: "group", "aria-labelledby": "import-result" },
    el("table", { class: kind }, el("thead", {}, el("tr", {}, ...labels.map((label, index) =>
      el("th", { scope: "col", class: numbers.has(index) ? "number" : null }, label)
    ))), el("tbody", {}, ...rows)))

const order = { changed: 0, new: 1, unchanged: 2 }

/**
 * @typedef {import("../../../../src/Api/Responses.ts").Responses["import"]} Imported
 * @typedef {Imported["skipped"][number]} Skipped
 */

/** @param {Skipped} row */
const skippedRow = ({ line, reason, sum, total, value }) => {
  const differs = total !== null && total !== sum
  return el("li", { "data-differs": differs }, t(`import.skipped.${reason}`, { line, value }), differs
    ? el("strong", {}, t("import.skipped.differs", { total: money(total), sum: money(sum) }))
    : total === null
    ? null
    : t("import.skipped.agrees", { total: money(total) }))
}

/** The rows that were left out, with the reason. @param {Imported["skipped"]} rows */
export const leftOut = (rows) => rows.length === 0 ? [] : [el("ul", { class: "skipped" }, ...rows.map(skippedRow))]

/** @typedef {"per_row" | "digest"} Notify */

/**
 * The number of messages that the import sends, and the choice to send only one.
 * @param {Imported} answer @param {(notify: Notify) => void} choose
 */
const messages = ({ changed, new: added, notify }, choose) => {
  const writes = added + changed
  if (writes === 0) return []
  if (notify === "none") return [el("p", { class: "muted" }, t("import.notify.none"))]
  if (writes === 1) return [el("p", { class: "muted" }, t("import.notify.one"))]
  return [
    el("fieldset", { class: "notify" }, el("legend", {}, t("import.notify")),
      el("div", { class: "segments" }, .../** @type {const} */ (["per_row", "digest"]).map((way) =>
        el("label", {}, el("input", {
          type: "radio",
          name: "notify",
          value: way,
          checked: way === notify,
          change: () => choose(way)
        }), el("span", {}, t(`import.notify.${way}`, { n: writes })))
      )))
  ]
}

/** Whether the file replaces a counted amount. @param {NonNullable<Imported["rows"]>[number]} row */
const isOverwritten = ({ amount, before, before_source }) => before_source !== null && before_source !== "generated" && before !== amount

/**
 * The preview: the result of a dry run.
 * @param {Imported} answer
 * @param {{ go: () => void, cancel: () => void, announce: (notify: Notify) => void }} actions
 */
export const preview = (answer, { announce, cancel, go }) => {
  const writes = answer.new + answer.changed
  const overwrites = answer.overwrites ?? 0
  const rows = (answer.rows ?? []).toSorted((a, b) =>
    Number(isOverwritten(b)) - Number(isOverwritten(a)) || order[a.change] - order[b.change]
  ).map((row) =>
    el("tr", { "data-change": row.change, "data-overwritten": isOverwritten(row) }, el("th", { scope: "row" }, row.date),
      el("td", { class: "mark" }, t(isOverwritten(row) ? "import.overwritten" : `import.${row.change}`)),
      el("td", { class: "number present", "data-label": t("import.before") }, money(row.before)),
      el("td", { class: "number filed" }, money(row.amount)),
      el("td", { class: "number" }, row.change === "changed" && row.before !== null ? signedMoney(difference(row.amount, row.before)) : ""))
  )
  return [
    el("dl", { class: "tally" }, tally(t("import.new"), answer.new), tally(t("import.changed"), answer.changed),
      tally(t("import.unchanged"), answer.unchanged), tally(t("import.sum"), money(answer.sum ?? null))),
    ...(overwrites === 0 ? [] : [el("p", { class: "overwrites" }, counted("import.overwrites", overwrites))]),
    ...leftOut(answer.skipped),
    ...(answer.imported > rows.length
      ? [el("p", { class: "muted" }, t("import.shown", { shown: rows.length, total: answer.imported }))]
      : []),
    scrolling("changes", [t("date"), t("import.row.change"), t("import.before"), t("import.after"), t("correct.difference")],
      new Set([2, 3, 4]), rows),
    ...(writes === 0 ? [el("p", { class: "result", "data-outcome": "wait" }, t("import.nothing"))] : []),
    ...messages(answer, announce),
    el("p", { class: "actions" }, writes === 0
      ? null
      : el("button", { type: "button", class: "button", id: "import-go", click: go }, counted("import.go", answer.imported)),
      el("button", { type: "button", class: "button plain", id: "import-cancel", click: cancel }, t("import.cancel")))
  ]
}

/** The number of faults. The response lists only the first of them. @param {Record<string, any>} body */
export const faultCount = (body) => Number(body["total"] ?? body["errors"]?.length ?? 0)

/**
 * Every fault with its line. Nothing was stored.
 * @param {Record<string, any>} body of the answer 422 `invalid_rows` @param {File} file
 */
export const faults = (body, file) => {
  /** @type {import("./faults.js").RowFault[]} */
  const errors = Array.isArray(body["errors"]) ? body["errors"] : []
  const total = faultCount(body)
  const rows = errors.map((error) =>
    el("tr", {}, el("th", { scope: "row", class: "number" }, String(error.line)), el("td", {}, fieldName(error.field)),
      el("td", { class: "wrap" }, el("code", {}, String(error.value ?? ""))), el("td", { class: "wrap" }, faultWithout(error)))
  )
  return [
    el("p", { class: "muted" }, total > errors.length ? t("import.faults.shown", { shown: errors.length }) : t("import.faults.hint")),
    el("p", { class: "actions" }, el("button", {
      type: "button",
      class: "button plain",
      id: "faults-download",
      click: async () => saveFaults(errors, await fileText(file))
    }, t("import.download"))),
    scrolling("faults", [t("import.line"), t("import.field"), t("import.value"), t("import.message")], new Set([0]), rows)
  ]
}
