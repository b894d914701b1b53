import { readTextTables } from "../Tables.ts"
import { answersIn, type QuestionCode, questionCodes } from "../Tables/Answers.ts"
import type { Outcome, ReadOptions } from "../Tables/Outcome.ts"
import { refusal } from "../Tables/ReadGrid.ts"
import type { CsvFaults } from "./Csv.ts"

/** A table is read at once, so it must not keep other requests waiting: some years of days in a few columns. */
const largestTable = 64 * 1024

type Query = { readonly [Code in QuestionCode]?: string | ReadonlyArray<string> | undefined }

/** The columns alone are chosen for a plain file too. */
const ofPlainFiles: ReadonlySet<QuestionCode> = new Set(["date_column", "amount_column"])

const givenIn = (query: Query): ReadonlyArray<readonly [QuestionCode, string]> =>
  questionCodes.flatMap((code) => {
    const value = query[code] ?? []
    return (typeof value === "string" ? [value] : value).map((one) => [code, one] as const)
  })

/** Whether a file that the plain reader refuses may be another table than `date,amount`. */
export const mayBeTable = (refused: CsvFaults): boolean => refused._tag === "InvalidRows" && refused.columns.length > 0

/** Whether a request answers questions that a plain file does not have. */
export const hasAnswers = (query: Query): boolean =>
  questionCodes.some((code) => query[code] !== undefined && (typeof query[code] === "object" || !ofPlainFiles.has(code)))

/** A table that is not plainly `date,amount`, read with the answers of a request; undefined if it is too large to be read at once. */
export const readUploaded = (
  bytes: Uint8Array,
  query: Query,
  charset: string | undefined,
  options: Omit<ReadOptions, "answers">
): Outcome | undefined => {
  if (bytes.length > largestTable) return undefined
  const answers = answersIn(givenIn(query))
  return typeof answers === "string" ? refusal("answer", answers) : readTextTables(bytes, { ...options, answers }, charset)
}
