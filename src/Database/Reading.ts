import { Data } from "effect"

/** What another program's database answers: the values of the first two rows, as texts where they are not null. */
export interface ReadRows {
  readonly rows: ReadonlyArray<ReadonlyArray<string | null>>
}

/** The database cannot be read now, or does not accept the query. */
export class ReadingFailed extends Data.TaggedError("ReadingFailed")<{ readonly message: string }> {}

/** A statement with its parameters, which are texts. */
export interface ReadingQuery {
  /** `mark` is the place of the parameter of that number, from 1. */
  readonly text: (mark: (number: number) => string) => string
  readonly values: ReadonlyArray<string>
}
