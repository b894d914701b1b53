import { Either, Schema } from "effect"
import type { Fault } from "../../Codes/Fault.ts"
import { expecting } from "../../Domain/Expectation.ts"
import { oneOf, optional, text } from "../Members.ts"
import { type Asking, askingMembers, askingOf } from "./AskingMembers.ts"
import { decoded } from "./Decoding.ts"

export interface CsvSource extends Asking {
  readonly kind: "csv"
  readonly folder: string
  /** The names of the two columns, or their positions from 1. */
  readonly columns: { readonly date: string; readonly amount: string }
  /** Whether the rows of a day are added. */
  readonly addsRows: boolean
}

const folderExpected = expecting("folder", "the path of a folder")

export const csvMembers = {
  folder: Schema.NonEmptyString.pipe(Schema.filter((path) => path === path.trim() && !path.includes("\0"), folderExpected))
    .annotations(folderExpected),
  date: text,
  amount: text,
  rows: optional(oneOf("days", "receipts")),
  ...askingMembers
}

export const readCsv = (value: object): Either.Either<CsvSource, ReadonlyArray<Fault>> =>
  Either.map(decoded(Schema.Struct(csvMembers), value), (csv) => ({
    kind: "csv",
    ...askingOf(csv),
    folder: csv.folder,
    columns: { date: csv.date, amount: csv.amount },
    addsRows: csv.rows === "receipts"
  }))
