import { readGrid, readTextGrid } from "./Tables/Grid.ts"
import type { Outcome, ReadOptions } from "./Tables/Outcome.ts"
import { readSheets } from "./Tables/ReadGrid.ts"
import { leftOut } from "./Tables/Sentences.ts"

/**
 * Reads a file of any known format: days, closed days, an account of every row, questions, faults, warnings and decisions. Nothing
 * is guessed: what the file does not settle is a question with a proposal, which is never applied by itself.
 */
export const readTables = async (bytes: Uint8Array<ArrayBuffer>, options: ReadOptions, charset?: string): Promise<Outcome> =>
  readSheets(await readGrid(bytes, charset), options)

/** Likewise of delimited text alone. */
export const readTextTables = (bytes: Uint8Array, options: ReadOptions, charset?: string): Outcome =>
  readSheets(readTextGrid(bytes, charset), options)

const mostGiven = 1000

/** What an answer over the network needs of a long table: handing over all of its rows would block the thread that gets them. */
export const readLongText = (bytes: Uint8Array, options: ReadOptions, charset?: string): Outcome => {
  const outcome = readTextTables(bytes, options, charset)
  const given = new Set([...outcome.rows.slice(0, mostGiven), ...leftOut(outcome).slice(0, mostGiven)])
  return {
    ...outcome,
    days: outcome.days.map((day) => ({ ...day, lines: [] })),
    rows: outcome.rows.filter((row) => given.has(row)),
    faults: outcome.faults.slice(0, mostGiven),
    warnings: outcome.warnings.slice(0, mostGiven)
  }
}

// What the programs of `tills/` need beside them.
export { decimalsOf } from "./Domain/Decimals.ts"
export { answersIn, questionCodes } from "./Tables/Answers.ts"
export { faultSentence, placeOf, questionLines } from "./Tables/Sentences.ts"
