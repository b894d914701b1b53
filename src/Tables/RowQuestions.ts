import { countDocuments } from "./Documents.ts"
import { plainCents, type Said, said } from "./Outcome.ts"
import { account, ask, grouped, type Reading, refuse, sumOf } from "./Reading.ts"
import type { Counted, Sorted } from "./Rows.ts"
import { type Row, rowText } from "./Sheet.ts"

const meanings = (["closed", "skip", "zero"] as const).map((value) => [value, said(`means.${value}`)] as const)

const firstRows = (code: "split_amount" | "no_date" | "closed" | "no_amount", rows: ReadonlyArray<{ readonly row: Row }>): Said =>
  said(`ask.${code}`, { n: rows.length, rows: rows.slice(0, 3).map(({ row }) => `${row.line}: ${rowText(row)}`).join("; ") })

const askSplits = (reading: Reading, { hasWholeAmounts, splits }: Sorted): void => {
  const [first] = splits
  if (hasWholeAmounts || first === undefined) return
  reading.notes.used.add("split_amount")
  if (reading.options.answers.split_amount !== undefined) return
  ask(reading, "split_amount", null, firstRows("split_amount", splits.map((row) => ({ row }))), [[
    "apart",
    said("split_amount.apart")
  ]])
}

/** Totals of a day in rows of their own: nothing but totals, or totals of the rows beside them. */
const countDayTotals = (reading: Reading, { counted, dayTotals }: Sorted): void => {
  const sums = new Map([...grouped(counted, ({ date }) => date)].map(([date, rows]) => [date, sumOf(rows.map(({ cents }) => cents))]))
  const hasParts = dayTotals.some(({ date }) => sums.has(date))
  for (const one of dayTotals) {
    const parts = sums.get(one.date) ?? 0
    if (!hasParts) counted.push(one)
    else if (parts === one.cents) account(reading, one.row, "subtotal", { date: one.date, says: one.cents, sum: parts })
    else {
      refuse(reading, one.row, "amount", "day_total_differs", plainCents(one.cents), { other: plainCents(parts) })
    }
  }
}

/** Amounts that are the sum of the rows above, or of those since the last such sum. */
const unnamedTotals = (counted: ReadonlyArray<Counted>, undated: Sorted["undated"]): ReadonlySet<Sorted["undated"][number]> => {
  const ordered = counted.toSorted((a, b) => a.row.line - b.row.line)
  const found = new Set<Sorted["undated"][number]>()
  let [at, from, all, section] = [0, 0, 0, 0]
  for (const one of undated) {
    for (let next = ordered[at]; next !== undefined && next.row.line < one.row.line; next = ordered[++at]) {
      all += next.cents
      section += next.cents
    }
    const isSum = at > 1 && (one.cents === all || (one.cents === section && at > from + (found.size > 0 ? 0 : 1)))
    if (!isSum) continue
    found.add(one)
    from = at
    section = 0
  }
  return found
}

/** Amounts without a date: a total without a name, another row of the day above, or something else. */
const countUndated = (reading: Reading, { counted, totals, undated }: Sorted): void => {
  const isTotal = unnamedTotals(counted, undated)
  const open = undated.filter((one) => !isTotal.has(one))
  for (const { cents, row } of isTotal) totals.push({ row, label: "", cents })
  if (open.length === 0) return
  const areBelow = open.every(({ above }) => above !== undefined)
  const answer = reading.options.answers.no_date
  reading.notes.used.add("no_date")
  if (answer === "above" && !areBelow) refuse(reading, open[0]?.row, "row", "answer", "no_date=above")
  if (answer === undefined) {
    ask(reading, "no_date", null, firstRows("no_date", open), [
      ...(areBelow ? [["above", said("no_date.above")] as const] : []),
      ["leave_out", said("no_date.leave_out")]
    ])
  }
  for (const { above, cents, row } of open) {
    if (answer === "above" && above !== undefined) counted.push({ row, date: above, cents })
    else account(reading, row, "left_out")
  }
}

/** Days that say that the shop was closed, or have no amount. */
const countWithout = (reading: Reading, { counted, without }: Sorted): void => {
  const { notes, options: { answers } } = reading
  for (const [code, proposed] of [["closed", "closed"], ["no_amount", "skip"]] as const) {
    const list = without[code]
    if (list.length === 0) continue
    notes.used.add(code)
    if (answers[code] === undefined) ask(reading, code, [proposed], firstRows(code, list), meanings)
    const way = answers[code] ?? proposed
    for (const { date, row } of list) {
      if (way === "zero") counted.push({ row, date, cents: 0 })
      else account(reading, row, code, { date })
      if (way === "closed" && !notes.closed.includes(date)) notes.closed.push(date)
    }
  }
  // A day with another row is not closed.
  const dates = new Set(counted.map(({ date }) => date))
  notes.closed.splice(0, Infinity, ...notes.closed.filter((date) => !dates.has(date)))
}

/** Asks what the rows do not settle, and gives the rows that count in the order of the file. */
export const countRows = (reading: Reading, sorted: Sorted, documentAt: number | undefined): ReadonlyArray<Counted> => {
  askSplits(reading, sorted)
  if (documentAt !== undefined) countDocuments(reading, sorted, documentAt)
  countDayTotals(reading, sorted)
  countUndated(reading, sorted)
  countWithout(reading, sorted)
  return sorted.counted.sort((a, b) => a.row.line - b.row.line)
}
