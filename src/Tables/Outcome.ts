import type { TableKey } from "../../words/Tables.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import type { Answers, QuestionCode } from "./Answers.ts"

/** A sentence by its key in `words/Tables.ts`, with its values: the pages have it in their language, commands and the API in English. */
export interface Said {
  readonly key: TableKey
  readonly values: Readonly<Record<string, string | number>>
}

export const said = (key: TableKey, values: Said["values"] = {}): Said => ({ key, values })

/** What was decided, and by what. */
export interface Decision {
  readonly value: string
  readonly why?: Said
}

/** What the file does not settle. */
export interface Question {
  readonly code: QuestionCode
  readonly evidence: Said
  readonly options: ReadonlyArray<{
    readonly value: string
    readonly evidence: Said
    /** A column whose name says that it is not the takings. */
    readonly isOther?: true
  }>
  /** Null where nothing in the file speaks for one answer alone. */
  readonly proposed: ReadonlyArray<string> | null
  readonly sheet?: string
}

export interface TableFault {
  readonly line: number
  readonly field: "date" | "amount" | "row"
  readonly code: FaultName
  readonly value: string
  /** The amount that contradicts it, and the line that has it. */
  readonly other?: string
  readonly at?: string
  readonly sheet?: string
}

/** What a fault is called; each has its sentence. */
export type FaultName = TableKey extends infer Key ? Key extends `fault.${infer Name}` ? Exclude<Name, "nothing" | "other"> : never : never

/** Faults that no answer to another question would change. */
const ofTheFile: ReadonlyArray<FaultName> = ["formula", "columns", "no_amounts", "unit", "currency", "zero_in_xls", "ledger", "answer"]

export const isOfTheFile = ({ code }: TableFault): boolean => ofTheFile.includes(code)

/** The place of a row in the account: what it counts as, or why it does not. */
export interface Account {
  readonly line: number
  readonly what:
    | "day"
    | "added"
    | "repeated"
    | "title"
    | "header"
    | "total"
    | "subtotal"
    | "statistic"
    | "note"
    | "closed"
    | "no_amount"
    | "future"
    | "left_out"
  readonly value: string
  readonly date?: LocalDate
  /** What a total says, and what the days add up to, in cents. */
  readonly says?: number
  readonly sum?: number
  readonly sheet?: string
}

export interface TableDay {
  readonly date: LocalDate
  readonly cents: number
  readonly lines: ReadonlyArray<number>
  readonly sheet?: string
}

/** A column that dates or amounts may be in. */
export interface NamedColumn {
  /** What chooses it: its name, or its position. */
  readonly value: string
  readonly examples: ReadonlyArray<string>
  readonly use: "date" | "amount" | null
}

/** The first rows of a table as the file has them. A title has one cell. */
export interface Sample {
  readonly names: ReadonlyArray<string>
  readonly uses: ReadonlyArray<NamedColumn["use"]>
  readonly rows: ReadonlyArray<{ readonly line: number; readonly what: Account["what"]; readonly cells: ReadonlyArray<string> }>
}

/** What a file gives: nothing is stored unless it is `read`. */
export interface Outcome {
  readonly outcome: "read" | "ask" | "refused"
  readonly days: ReadonlyArray<TableDay>
  readonly closed: ReadonlyArray<LocalDate>
  readonly rows: ReadonlyArray<Account>
  readonly questions: ReadonlyArray<Question>
  readonly faults: ReadonlyArray<TableFault>
  /** How many faults there are. */
  readonly total: number
  readonly warnings: ReadonlyArray<Said>
  readonly decisions: Readonly<Record<string, Decision>>
  /** The sheets with rows; one that is not read was left out by an answer, or has no days. */
  readonly sheets: ReadonlyArray<{ readonly name: string; readonly isRead: boolean; readonly isLeft: boolean }>
  /** The columns of the first table, for a person who chooses others. */
  readonly columns: ReadonlyArray<NamedColumn>
  readonly sample: Sample | null
}

export const nothingRead: Outcome = {
  outcome: "read",
  days: [],
  closed: [],
  rows: [],
  questions: [],
  faults: [],
  total: 0,
  warnings: [],
  decisions: {},
  sheets: [],
  columns: [],
  sample: null
}

/** Of each column that `only` names, a row has one of the named values; of those that `skip` names, it has none. */
interface KeptRows {
  readonly only: ReadonlyArray<string>
  readonly skip: ReadonlyArray<string>
}

/** What is known of the shop, and what was answered. */
export interface ReadOptions {
  /** The last day that is not in the future. */
  readonly today: LocalDate
  /** The code of the currency whose signs may stand beside an amount. */
  readonly currency: string
  /** Whose digits and signs the shop's amounts have: a tag of BCP 47. */
  readonly locale: string
  readonly zone: string
  /** Seconds after midnight at which the shop's day begins. */
  readonly dayStartsAt: number
  readonly answers: Answers
  /** Values by which rows are kept or left out before anything is read from them, each as `COLUMN=VALUE`. */
  readonly kept?: KeptRows
  /** The days in the future that the ledger has, in cents: importing an export changes nothing. */
  readonly known: ReadonlyMap<LocalDate, number>
}

/** Cents as an amount with two decimals, or with those of its fraction. */
export const plainCents = (cents: number): string =>
  Number.isInteger(cents) ? (cents / 100).toFixed(2) : String(Number((cents / 100).toPrecision(15)))
