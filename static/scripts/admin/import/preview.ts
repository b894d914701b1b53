import type { Responses } from "../../../../src/Api/Responses.ts"
import { el } from "../../shared/dom.ts"
import { shortDate } from "../../shared/format/dates.ts"
import { bareMoney, money, signedMoney } from "../../shared/format/money.ts"
import { counted, t } from "../../shared/language.ts"
import type { Key } from "../../shared/language.ts"
import { said } from "./questions.ts"
import type { Preview } from "./reading.ts"

/** what the service answers to a dry run */
export type Planned = Responses["import"]
export type Notify = "per_row" | "digest" | "none"

const tally = (label: string, value: number | string) =>
  el("div", {}, el("dt", {}, label), el("dd", {}, typeof value === "number" ? bareMoney(value, false) : value))

/** Whether the totals of the file are the sums of its days. */
const sumLabel = ({ rows }: Preview) => {
  const totals = rows.filter(({ says }) => says !== undefined)
  const agreeing = totals.filter(({ says, sum }) => says === sum).length
  return agreeing === 0 || agreeing < totals.length ? t("import.sum") : counted("import.sum.agrees", agreeing)
}

export const tallies = (plan: Planned, preview: Preview) => [
  el("dl", { class: "tally" }, tally(t("import.new"), plan.new),
    ...(preview.closed.length === 0 ? [] : [tally(t("import.closed"), preview.closed.length)]), tally(t("import.changed"), plan.changed),
    tally(t("import.unchanged"), plan.unchanged), tally(sumLabel(preview), money(plan.sum ?? null)))
]

const mostWarnings = 20

/** What a person should look at before the import. */
export const warnings = (plan: Planned | null, { warnings: list }: Preview) => [
  ...((plan?.overwrites ?? 0) === 0 ? [] : [el("p", { class: "overwrites" }, counted("import.overwrites", plan?.overwrites ?? 0))]),
  ...(list.length === 0 ? [] : [
    el("ul", { class: "warnings" }, ...list.slice(0, mostWarnings).map((one) => el("li", {}, said(one))),
      list.length > mostWarnings ? el("li", {}, t("import.more", { n: list.length - mostWarnings })) : null)
  ])
]

/**
 * @param kind the table's class
 * @param numbers which columns hold numbers
 */
export const scrolling = (kind: string, labels: string[], numbers: Set<number>, rows: Node[]) =>
  el("div", { class: "scroll", tabindex: 0, role: "group", "aria-labelledby": "import-result" },
    el("table", { class: kind }, el("thead", {}, el("tr", {}, ...labels.map((label, index) =>
      el("th", { scope: "col", class: numbers.has(index) ? "number" : null }, label)
    ))), el("tbody", {}, ...rows)))

/** The first rows as the file has them, with the columns that are read. */
export const sampleTable = ({ columns, sample }: Preview) => {
  // A file of two columns is what the days below it show.
  if (sample === null || sample.rows.length === 0 || (columns.length <= 2 && sample.rows.every(({ what }) => what === "day"))) return []
  const { names, rows, uses } = sample
  const classOf = (at: number) => uses[at] === "amount" ? "use number" : uses[at] === "date" ? "use" : null
  return [
    el("div", { class: "sample", tabindex: 0, role: "group", "aria-label": t("import.sample") },
      el("table", {},
        el("thead", {},
          el("tr", {}, el("th", { scope: "col", class: "line" }, t("import.line")),
            ...names.map((name, at) => el("th", { scope: "col", class: classOf(at) }, name === "" ? t("import.column.none") : name)))),
        el("tbody", {},
          ...rows.map(({ cells, line, what }) =>
            el("tr", { "data-what": what }, el("th", { scope: "row", class: "line" }, String(line)), ...(what === "title"
              ? [el("td", { colspan: names.length, class: "wrap" }, cells[0] ?? "")]
              : cells.map((text, at) => el("td", { class: classOf(at) }, text))))
          ))))
  ]
}

/** The sheets that are not read, each with its rows and the reason. */
export const sheetsLeft = ({ rows, sheets }: Preview) => {
  const left = sheets.filter(({ isRead }) => !isRead).map(({ isLeft, name }) =>
    counted("import.left.sheet", rows.filter(({ sheet }) => sheet === name).length, {
      name,
      why: t(isLeft ? "import.left.sheet.answered" : "import.left.sheet.no_days")
    })
  )
  return left.length === 0 ? [] : [el("p", { class: "sheets-left" }, t("import.left.sheets", { sheets: left.join(t("import.left.and")) }))]
}

/** Rows that are days, or the head over them. */
const counts = new Set(["day", "added", "repeated", "header"])
const mostListed = 200

/** What is left out, with the reason, and row by row. */
export const leftOut = ({ rows }: Preview, opened: Set<string>) => {
  const others = rows.filter(({ what }) => !counts.has(what))
  if (others.length === 0) return []
  const kinds: Map<string, typeof others> = new Map()
  for (const row of others) {
    const kind = row.what === "subtotal" ? "total" : row.what
    kinds.set(kind, [...kinds.get(kind) ?? [], row])
  }
  const summary = [...kinds].map(([kind, list]) => {
    const agree = kind === "total" && list.every(({ says, sum }) => says !== undefined && says === sum)
    return counted(`import.left.${kind}${agree ? ".agrees" : ""}` as Key, list.length)
  }).join(t("import.left.and"))
  return [
    el("details", {
      class: "left",
      open: opened.has("left"),
      toggle: ({ target }) => target.open ? opened.add("left") : opened.delete("left")
    }, el("summary", { id: "import-left" }, el("span", { class: "muted" }, counted("import.left", others.length)), el("span", {}, summary)),
      el("ol", {},
        ...others.slice(0, mostListed).map(({ date, line, says, sheet, sum, value, what }) =>
          el("li", {}, el("span", { class: "line" }, sheet === undefined ? String(line) : `${sheet} ${line}`),
            el("span", {}, t(`import.left.kind.${what}`)), el("span", { class: "wrap" }, value, says !== undefined && says !== sum
              ? el("strong", {}, t("import.left.differs", { total: money(says / 100), sum: money((sum ?? 0) / 100) }))
              : null), date === undefined ? null : el("span", { class: "muted" }, shortDate(date)))
        ), others.length > mostListed ? el("li", {}, t("import.more", { n: others.length - mostListed })) : null))
  ]
}

const order = { changed: 0, new: 1, unchanged: 2 }

/** Whether the file replaces a counted amount. */
const isOverwritten = ({ amount, before, before_source }: NonNullable<Planned["rows"]>[number]) =>
  before_source !== null && before_source !== "generated" && before !== amount

/** The days, those first that replace a count. */
export const daysTable = (plan: Planned, { closed }: Preview) => {
  const listed = (plan.rows ?? []).toSorted((a, b) =>
    Number(isOverwritten(b)) - Number(isOverwritten(a)) || order[a.change] - order[b.change]
  )
  const rows = listed.map((row) =>
    el("tr", { "data-change": row.change, "data-overwritten": isOverwritten(row) }, el("th", { scope: "row" }, row.date),
      el("td", { class: "mark" }, t(isOverwritten(row) ? "import.overwritten" : `import.${row.change}`)),
      el("td", { class: "number present", "data-label": t("import.before") }, money(row.before)),
      el("td", { class: "number filed" }, money(row.amount)),
      el("td", { class: "number" }, row.change === "changed" && row.difference !== null ? signedMoney(row.difference) : ""))
  )
  return [
    ...(plan.imported > rows.length ? [el("p", { class: "muted" }, t("import.shown", { shown: rows.length, total: plan.imported }))] : []),
    ...(closed.length === 0
      ? []
      : [el("p", { class: "closed-days" }, t("import.closed.days", { days: closed.map(shortDate).join(t("import.left.and")) }))]),
    ...(rows.length === 0 ? [] : [
      scrolling("changes", [t("date"), t("import.row.change"), t("import.before"), t("import.after"), t("correct.difference")],
        new Set([2, 3, 4]), rows)
    ])
  ]
}

/** The messages that the import sends, and the choice of one or none. */
export const announcing = ({ changed, new: added, notify }: Planned, present: Notify | null, choose: (notify: Notify) => void) => {
  const writes = added + changed
  if (writes === 0) return []
  if (notify === "none") return [el("p", { class: "muted" }, t("import.notify.none"))]
  const ways = writes === 1 ? (["per_row", "none"] as const) : (["per_row", "digest", "none"] as const)
  return [
    el("fieldset", { class: "notify" }, el("legend", {}, t("import.notify")),
      el("div", { class: "segments" }, ...ways.map((way) =>
        el("label", {}, el("input", {
          type: "radio",
          id: `notify-${way}`,
          name: "notify",
          value: way,
          checked: way === present,
          change: () => choose(way)
        }), el("span", {}, way === "none" ? t("import.notify.no") : counted(`import.notify.${way}`, writes)))
      )))
  ]
}

export const actions = (plan: Planned, { closed }: Preview, go: () => void, cancel: Node) => {
  const writes = plan.new + plan.changed + (plan.closed ?? closed.length)
  return [
    ...(writes === 0 ? [el("p", { class: "result", "data-outcome": "wait" }, t("import.nothing"))] : []),
    el("p", { class: "actions" }, writes === 0
      ? null
      : el("button", { type: "button", class: "button", id: "import-go", click: go },
        plan.imported === 0 ? counted("import.go.closed", closed.length) : counted("import.go", plan.imported)), cancel)
  ]
}
