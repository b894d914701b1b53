import { Data } from "effect"

/** The result of another program's database: the values of the first two rows, as text or null. */
export interface ReadRows {
  readonly rows: ReadonlyArray<ReadonlyArray<string | null>>
}

/** The database cannot be read now, or does not accept the query. */
export class ReadingFailed extends Data.TaggedError("ReadingFailed")<{ readonly message: string }> {}

/** A statement with its parameters, which are texts. */
export interface ReadingQuery {
  /** `mark` returns the placeholder of a parameter from its number, which counts from 1. */
  readonly text: (mark: (number: number) => string) => string
  readonly values: ReadonlyArray<string>
}
