import { tableWords } from "../../words/Tables.ts"
import type { Account, Outcome, Question, Said, TableFault } from "./Outcome.ts"
import { said } from "./Outcome.ts"

/** A sentence of the reader in English. */
export const sentence = ({ key, values }: Said): string =>
  tableWords[`table.${key}`].en.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""))

/** What is expected in place of a fault, and what was found. */
export const faultSentence = ({ at, code, other, value }: TableFault): string => {
  const values = { expected: sentence(said(`fault.${code}`)), value, other: at === undefined ? other ?? "" : `${other} on line ${at}` }
  return sentence(said(other !== undefined ? "fault.other" : value === "" ? "fault.nothing" : "fault", values))
}

/** Where a fault is: the file, the sheet, the line. */
export const placeOf = ({ line, sheet }: Pick<TableFault, "line" | "sheet">): string =>
  sheet === undefined ? `line ${line}` : `${sheet}, line ${line}`

/** A question as the API and the command line give it. */
export const askedView = ({ code, evidence, options, proposed }: Question) => ({
  code,
  evidence: sentence(evidence),
  options: options.map(({ evidence: about, value }) => ({ value, evidence: sentence(about) })),
  proposed
})

/** A question with its evidence, its options and the proposed ones. */
export const questionLines = (question: Question, optionOf: (code: string, value: string) => string): ReadonlyArray<string> => {
  const { code, evidence, options, proposed } = askedView(question)
  return [
    `${question.sheet === undefined ? "" : `${question.sheet}: `}${evidence}:`,
    ...options.map(({ evidence: about, value }) =>
      `  ${optionOf(code, value)}  ${about}${proposed?.includes(value) === true ? "  (proposed)" : ""}`
    )
  ]
}

/** What was decided, and by what. */
export const decisionView = (decisions: Outcome["decisions"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(decisions).map(([code, { value, why }]) => [code, why === undefined ? value : `${value}: ${sentence(why)}`])
  )

/** Days and the names over them need no word. */
const counting: ReadonlySet<Account["what"]> = new Set(["day", "added", "header"])

/** The rows that are left out. */
export const leftOut = ({ rows }: Outcome): ReadonlyArray<Account> => rows.filter(({ what }) => !counting.has(what))

export const leftOutSentence = ({ line, sheet, value, what }: Account): string =>
  `${placeOf({ line, ...(sheet === undefined ? {} : { sheet }) })} is ${what.replaceAll("_", " ")}: ${value}`
