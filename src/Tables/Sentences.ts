import type { FaultName, Question, TableFault } from "./Outcome.ts"

/** What is expected in place of each fault. */
const expected: Readonly<Record<FaultName, string>> = {
  not_a_table: "a table as .xlsx, .xls, .ods or text",
  no_workbook: "an undamaged workbook without a password: open it in Excel and save it as .xlsx",
  encoding: "text in a known charset such as UTF-8 or GB18030",
  too_large: "at most 5 MiB, 16 MiB inflated, 100000 rows and a million cells",
  empty: "at least one day with an amount",
  no_days: "a column of dates",
  sheet: "a sheet of the workbook",
  columns: "a column's name in the header, or its position from 1",
  no_amounts: "a column of amounts",
  unit: "amounts in whole units of the shop's currency",
  currency: "amounts in the shop's currency",
  formula: "a value: open the workbook in Excel, let it compute, and save it",
  zero_in_xls: "a figure that an old .xls cannot have left uncomputed: save it as .xlsx",
  date: "a calendar date from 2000-01-01 on",
  future: "a day that is not in the future",
  amount: "an amount from 0 to 9999999999.99",
  decimals: "an amount with at most two decimals",
  decimal_sign: "an amount with the decimal sign of its column",
  error_value: "a value instead of an error of Excel",
  merged_amount: "an amount of its own for each row, not one cell over several",
  fields_of_header: "at most as many fields as the header, with quotes around an amount that has a comma",
  quote: "a closing quote at the end of its field",
  same_amount: "one amount a day",
  negative_day: "a day of 0 or more",
  day_total_differs: "a day's total that agrees with its rows",
  second_table: "one table, with one header: put the other into a file of its own",
  answer: "an answer that the file offers and does not contradict"
}

export const faultSentence = ({ code, value }: TableFault): string => `expected ${expected[code]}, got ${value === "" ? "nothing" : value}`

/** Where a fault is: the file, the sheet, the line. */
export const placeOf = ({ line, sheet }: TableFault): string => sheet === undefined ? `line ${line}` : `${sheet}, line ${line}`

/** A question with its evidence, its options and the proposed ones. */
export const questionLines = (
  { code, evidence, options, proposed, sheet }: Question,
  optionOf: (code: string, value: string) => string
): ReadonlyArray<string> => [
  `${sheet === undefined ? "" : `${sheet}: `}${evidence}:`,
  ...options.map(({ evidence: about, value }) =>
    `  ${optionOf(code, value)}${about === "" ? "" : `  ${about}`}${proposed?.includes(value) === true ? "  (proposed)" : ""}`
  )
]
