import { Schema } from "effect"

/** How an import at start fails, with the names of the facts that its sentence needs. */
const startImportFailures = {
  import_empty: [],
  import_encoding: [],
  import_rows: ["count", "line"],
  import_file: [],
  import_storage: []
} as const

/** Every reason for which the service is not well. A code keeps its meaning, so that a page can say it in its own words. */
export const problemFacts = {
  database_silent: [],
  scheduler_stopped: [],
  settlement_failed: [],
  day_unsettled: ["date"],
  messages_failed: ["count"],
  ...startImportFailures,
  replica_config: ["count"],
  replicas_differ: ["keys"],
  backup_folder: [],
  backup_copy: [],
  generated_in_future: ["count", "first"],
  backup_in_future: ["count", "first"]
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

/** What came of an import at start; a failure is a health problem as well. */
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

/** What a sentence names: counts, dates. */
export type HealthParams = Readonly<Record<string, string | number>>
