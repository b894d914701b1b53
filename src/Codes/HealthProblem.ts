import { Schema } from "effect"

/** Why a database accepts no writes, each with a sentence that says what is wrong and what to do. Anyone may read them. */
export const unavailableReasons = {
  disk_full: "the disk of the database is full: free some space on it",
  locked: "another program keeps the database locked: let it finish, or end it",
  read_only:
    "the database can be read but not written: check the rights to its files and how its disk is mounted, or whether its server is a standby",
  file_moved: "the database's file was moved, removed or replaced under the service: put it back and restart the service",
  io_error: "the disk of the database reports errors: check it, and have a backup at hand",
  not_allowed: "the database refuses the service a right that it needs: give its user the rights of the tables' owner",
  shop_missing:
    "the row of the table shop is missing, which orders all changes: restore the database, or run INSERT INTO shop VALUES (1, 0)",
  no_answer: "the database does not answer: check its server and the way to it"
} as const satisfies Readonly<Record<string, string>>

export type UnavailableReason = keyof typeof unavailableReasons

type WriteProblem = `writes_${UnavailableReason}`

/** The failures of an import at start, with the names of the facts that their sentences need. */
const startImportFailures = {
  import_empty: [],
  import_encoding: [],
  import_rows: ["count", "line"],
  import_file: [],
  import_storage: []
} as const

const writeProblems = {
  writes_disk_full: [],
  writes_locked: [],
  writes_read_only: [],
  writes_file_moved: [],
  writes_io_error: [],
  writes_not_allowed: [],
  writes_shop_missing: [],
  writes_no_answer: []
} as const satisfies Readonly<Record<WriteProblem, ReadonlyArray<string>>>

/**
 * Every reason for a health status other than `ok`. The meaning of a code never changes, so that a page can have its own sentence
 * for it.
 */
export const problemFacts = {
  database_silent: [],
  commits_wait: [],
  clock_wrong: ["says"],
  clock_ahead: ["seconds"],
  clock_behind: ["seconds"],
  scheduler_stopped: [],
  ...writeProblems,
  settlement_failed: [],
  day_unsettled: ["date"],
  figure_awaited: ["count", "first"],
  feed_silent: ["by", "minutes"],
  source_fault: ["date"],
  messages_failed: ["count"],
  messages_wait: ["count", "minutes"],
  chat_waits: ["chat", "count", "minutes"],
  chat_removed: ["chat", "count"],
  ...startImportFailures,
  sending_fails: ["seconds"],
  backup_folder: [],
  backup_copy: [],
  days_in_future: ["count", "first"],
  backup_in_future: ["count", "first"]
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

/** The outcome of an import at start; a failure is a health problem as well. */
export const startImportFacts = {
  imported: ["count", "unchanged"],
  imported_before: [],
  ...startImportFailures
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

export type HealthProblemCode = keyof typeof problemFacts
export type StartImportCode = keyof typeof startImportFacts
export type StartImportFailure = keyof typeof startImportFailures

export const HealthProblemCode = Schema.Literal(...(Object.keys(problemFacts) as ReadonlyArray<HealthProblemCode>))
export const StartImportCode = Schema.Literal(...(Object.keys(startImportFacts) as ReadonlyArray<StartImportCode>))

/** The values in a sentence, such as counts and dates. */
export type HealthParams = Readonly<Record<string, string | number>>

/** Something for a person to solve. Everyone may read it, so it has no path of the machine, no content of a file and no text of an error. */
export interface Problem {
  readonly code: HealthProblemCode
  readonly params: HealthParams
  readonly severity: "down" | "degraded"
  /** Without a full stop where a remedy follows. */
  readonly sentence: string
  /** null if the sentence says it, or if nothing can be done. */
  readonly remedy: string | null
}

export const problem = (
  code: HealthProblemCode,
  sentence: string,
  remedy: string | null = null,
  params: HealthParams = {},
  severity: Problem["severity"] = "degraded"
): Problem => ({ code, params, severity, sentence, remedy })

export const problemMessage = ({ remedy, sentence }: Pick<Problem, "remedy" | "sentence">): string =>
  remedy === null ? sentence : `${sentence}: ${remedy}.`

/** The result of one check, and what to do if it did not pass. */
export interface Check {
  readonly name: string
  /** `failed` is only for faults with which the service cannot work. */
  readonly status: "ok" | "warning" | "failed"
  readonly detail: string
  /** null if there is nothing to do. */
  readonly advice: string | null
}

export const passed = (name: string, detail: string): Check => ({ name, status: "ok", detail, advice: null })

export const warning = (name: string, detail: string, advice: string): Check => ({ name, status: "warning", detail, advice })

export const failed = (name: string, detail: string, advice: string): Check => ({ name, status: "failed", detail, advice })
