import { questionCodes } from "./Answers.ts"
import { isDateName } from "./Header.ts"
import {
  type Account,
  type Decision,
  type FaultName,
  isOfTheFile,
  nothingRead,
  type Outcome,
  plainCents,
  type Question,
  type ReadOptions,
  type Said,
  said,
  type TableDay,
  type TableFault
} from "./Outcome.ts"
import { grouped, type Notes, sumOf } from "./Reading.ts"
import { readTable } from "./ReadTable.ts"
import { type Grid, isTooLarge, rowText, type Sheet, shortened, type Unreadable } from "./Sheet.ts"
import { namedColumns, sampleOf } from "./Shown.ts"
import { type Table, tableIn } from "./Table.ts"

export const refusal = (code: FaultName, value: string, decisions: Outcome["decisions"] = {}): Outcome => ({
  ...nothingRead,
  outcome: "refused",
  decisions,
  total: 1,
  faults: [{ line: 1, field: "row", code, value }]
})

/** Which of several sheets with days are read is a question. */
const sheetQuestion = (names: ReadonlyArray<string>, notes: ReadonlyArray<Notes>): Question => {
  const dates = notes.map(({ days }) => days.map(({ date }) => date).sort())
  const isApart = new Set(dates.flat()).size === dates.flat().length
  return {
    code: "sheet",
    proposed: isApart ? names : null,
    evidence: said(isApart ? "ask.sheet" : "ask.sheet.same"),
    options: names.map((value, at) => ({
      value,
      evidence: said("sheet.days", { n: dates[at]?.length ?? 0, first: dates[at]?.[0] ?? "–", last: dates[at]?.at(-1) ?? "–" })
    }))
  }
}

const numberIn = ({ values }: Said, name: "n" | "sum"): number => Number(values[name] ?? Number.NaN)

/** A question of several sheets counts the rows of all. */
const together = (questions: ReadonlyArray<Question>): ReadonlyArray<Question> => {
  const [first] = questions
  if (first === undefined) return []
  const alike = questions.map(({ evidence }) => evidence).filter(({ key }) => key === first.evidence.key)
  const [n, sum] = (["n", "sum"] as const).map((name) =>
    sumOf(alike.map((one) => name === "sum" ? Math.round(numberIn(one, name) * 100) : numberIn(one, name)))
  )
  const counted = { ...(Number.isNaN(n) ? {} : { n }), ...(Number.isNaN(sum) ? {} : { sum: plainCents(sum ?? 0) }) }
  return [{ ...first, evidence: said(first.evidence.key, { ...first.evidence.values, ...counted }) }]
}

/** A question is asked once for all sheets; one about a state, once for each state. */
const distinct = (questions: ReadonlyArray<Question>): ReadonlyArray<Question> =>
  [...grouped(questions, (one) => one.code === "row_rule" ? one.options[0]?.value ?? "" : one.code).values()].flatMap(together)

/** What was decided of the sheets; where they differ, of each. */
const decided = (notes: ReadonlyArray<Notes>): Outcome["decisions"] => {
  const all = grouped(notes.flatMap(({ decisions }) => Object.entries(decisions)), ([code]) => code)
  return Object.fromEntries(
    [...all].map((
      [code, [[, first] = [code, { value: "" }], ...others]]
    ) => [code, { ...first, value: [...new Set([first.value, ...others.map(([, { value }]) => value)])].join(", ") }])
  )
}

/** More questions are no help: a file that asks them lists receipts, and is no list of takings. */
const mostQuestions = 20

const leftOut = ({ name, rows }: Sheet): ReadonlyArray<Account> =>
  rows.map((row) => ({ line: row.line, what: "left_out", value: rowText(row), ...(name === null ? {} : { sheet: name }) }))

/** One day with two amounts in several sheets is a fault. */
const sameAmount = ([first, ...others]: ReadonlyArray<TableDay>): ReadonlyArray<TableFault> =>
  others.flatMap(({ cents, lines: [line = 1], sheet = "" }) =>
    first === undefined || cents === first.cents ? [] : [{
      line,
      field: "amount",
      code: "same_amount",
      value: plainCents(cents),
      other: plainCents(first.cents),
      at: `${first.sheet ?? ""} ${first.lines[0] ?? ""}`,
      sheet
    }]
  )

const hiddenWarnings = ({ notes, table }: { readonly notes: Notes; readonly table: Table }): ReadonlyArray<Said> => {
  const hidden = new Set(table.sheet.hiddenRows)
  const count = notes.days.filter(({ lines }) => lines.some((line) => hidden.has(line))).length
  return count === 0 ? [] : [said("warn.hidden", { n: count })]
}

const outcomeOf = (questions: ReadonlyArray<Question>, faults: ReadonlyArray<TableFault>): Outcome["outcome"] =>
  faults.some(isOfTheFile) ? "refused" : questions.length > 0 ? "ask" : faults.length > 0 ? "refused" : "read"

/** Answers that the file had no use for, or that name no row of it. */
const ignored = ({ answers }: ReadOptions, notes: ReadonlyArray<Notes>): Outcome["decisions"] => {
  const unused = questionCodes.filter((code) =>
    code !== "sheet" && answers[code] !== undefined && !notes.some(({ used }) => used.has(code))
  )
  return unused.length === 0 ? {} : { ignored: { value: unused.join(", "), why: said("ignored") } }
}

/** Reads the sheets of a file. */
export const readSheets = (grid: Grid | Unreadable, options: ReadOptions): Outcome => {
  if ("fault" in grid) return refusal(grid.fault, grid.found)
  const decisions: Record<string, Decision> = { format: { value: grid.charset ?? grid.kind } }
  if (grid.hiddenSheets.length > 0) decisions["hidden_sheets"] = { value: grid.hiddenSheets.join(", "), why: said("not_read") }
  const filled = grid.sheets.filter(({ isCut, rows }) => rows.length > 0 || isCut === true)
  if (filled.length === 0) return refusal("empty", "", decisions)
  if (filled.some(isTooLarge)) return refusal("too_large", "> 100000", decisions)
  const asked = options.answers.sheet
  const lost = asked?.find((name) => filled.every((sheet) => sheet.name !== name))
  if (lost !== undefined) return refusal("sheet", lost, decisions)
  const tables = filled.flatMap((sheet) => asked?.includes(sheet.name ?? "") === false ? [] : tableIn(sheet) ?? [])
  const firstRows = filled.flatMap(({ rows: [first] }) => first === undefined ? [] : [rowText(first)])
  // Names alone, as a template has them, are a table without a row.
  const texts = filled.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.map(({ text }) => text)))
  const isEmpty = texts.some(isDateName) && texts.every((text) => !/\d/.test(text))
  const readings = tables.map((table) => ({ table, notes: readTable(table, tables, options, grid.kind === "xls") }))
  const [first] = readings
  if (first === undefined)
    return isEmpty
      ? refusal("empty", "", decisions)
      : refusal("no_days", shortened(firstRows.join(" / ")), decisions)
  const notes = readings.map((one) => one.notes)
  const names = tables.map(({ sheet }) => sheet.name ?? "")
  if (filled.length > 1) decisions["sheet"] = { value: names.join(", ") }
  const questions = [
    ...(tables.length > 1 && asked === undefined ? [sheetQuestion(names, notes)] : []),
    ...distinct(notes.flatMap((one) => one.questions))
  ]
  if (questions.length > mostQuestions) {
    const about = questions.flatMap(({ code, options: [option] }) => code === "row_rule" ? option?.value.split("=")[0] ?? [] : [])
    return refusal("ledger", [...new Set(about)].join(", "), decisions)
  }
  const byDate = [...grouped(notes.flatMap((one) => one.days), ({ date }) => date).values()]
  const days = byDate.flatMap(([first]) => first ?? []).sort((a, b) => a.date < b.date ? -1 : 1)
  const faults = [...notes.flatMap((one) => one.faults), ...byDate.flatMap(sameAmount)]
  const closed = [...new Set(notes.flatMap((one) => one.closed))].filter((date) => days.every((day) => day.date !== date)).sort()
  if (faults.length + questions.length + days.length + closed.length === 0) return refusal("empty", "", decisions)
  const rows = [...notes.flatMap((one) => one.rows), ...filled.filter(({ name }) => !names.includes(name ?? "")).flatMap(leftOut)]
  const order = new Map(filled.map(({ name }, at) => [name ?? "", at]))
  const byPlace = (a: Account | TableFault, b: Account | TableFault) =>
    (order.get(a.sheet ?? "") ?? 0) - (order.get(b.sheet ?? "") ?? 0) || a.line - b.line
  return {
    outcome: outcomeOf(questions, faults),
    days,
    closed,
    rows: rows.sort(byPlace),
    questions,
    faults: faults.sort(byPlace),
    total: faults.length,
    warnings: [...notes.flatMap((one) => one.warnings), ...readings.flatMap(hiddenWarnings)],
    decisions: { ...decisions, ...decided(notes), ...ignored(options, notes) },
    sheets: filled.flatMap((sheet) => {
      const { name } = sheet
      const isRead = names.includes(name ?? "")
      return name === null ? [] : [{ name, isRead, isLeft: !isRead && tableIn(sheet) !== undefined }]
    }),
    columns: namedColumns(first.table, first.notes),
    sample: sampleOf(first.table, first.notes)
  }
}
