import { Context, Effect, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import { ShopClock } from "../Clock.ts"
import type { HealthParams, StartImportFailure } from "../Codes/HealthProblem.ts"
import { Config } from "../Config.ts"
import { Environment } from "../Config/Environment.ts"
import { readRegularFile } from "../Config/TextFile.ts"
import type { Cents } from "../Domain/Amount.ts"
import { dateOf } from "../Domain/Calendar.ts"
import { named } from "../Domain/Command.ts"
import { counted } from "../Domain/Text.ts"
import { Ledger } from "../Ledger.ts"
import type { Outcome } from "../Tables/Outcome.ts"
import { faultSentence, leftOut, leftOutSentence, placeOf, sentence } from "../Tables/Sentences.ts"
import { largestMiB } from "./LargestFile.ts"
import { readOptions, readText } from "./TableReader.ts"

/**
 * The outcome of the import at start; null if it is turned off. Health shows `detail` to everyone, so it contains nothing of the
 * file.
 */
export type AutoImportOutcome =
  | { readonly ok: true; readonly code: "imported" | "imported_before"; readonly params: HealthParams; readonly detail: string }
  | { readonly ok: false; readonly code: StartImportFailure; readonly params: HealthParams; readonly detail: string }
  | null

/** The import of `AUTO_IMPORT_FILE` at start. The service starts even if the file cannot be imported. */
export class AutoImport extends Context.Tag("AutoImport")<AutoImport, { readonly outcome: AutoImportOutcome }>() {}

const actor = "auto-import"

const importedBefore = { code: "imported_before" as const, params: {}, detail: "this file was imported before" }

/** Why nothing was imported: a sentence for everyone, without any content of the file, and one for the log. */
interface Refusal {
  readonly code: StartImportFailure
  readonly params: HealthParams
  readonly detail: string
  readonly logged: string
}

const refusal = (code: StartImportFailure, detail: string, logged = detail, params: HealthParams = {}): Refusal => ({
  code,
  params,
  detail,
  logged
})

const refusalOf = ({ faults, total }: Outcome): Refusal => {
  const [first] = faults
  if (first === undefined || first.code === "empty") return refusal("import_empty", "AUTO_IMPORT_FILE has no data rows")
  const sentence = `AUTO_IMPORT_FILE: ${placeOf(first)}: ${faultSentence(first)}`
  if (first.code === "encoding" || first.code === "not_a_table")
    return refusal("import_encoding", "AUTO_IMPORT_FILE is not text in a charset that can be read", sentence)
  const found = `AUTO_IMPORT_FILE has ${counted(total, "fault")}, the first in line ${first.line} (${first.field})`
  return refusal("import_rows", `${found}: see the log`, `${found}: ${faultSentence(first)}`, { count: total, line: first.line })
}

/** A start has no answers: a question is its fault. */
const askedBy = ({ questions }: Outcome): Refusal => {
  const codes = questions.map(({ code }) => code).join(", ")
  return refusal("import_rows", "AUTO_IMPORT_FILE does not settle how it is meant: see the log",
    `AUTO_IMPORT_FILE does not settle how it is meant (${codes}): import it with \`turnover import\` and answers`, {
    count: questions.length,
    line: 1
  })
}

const importFile = (path: string) =>
  Effect.gen(function*() {
    const ledger = yield* Ledger
    const clock = yield* ShopClock
    const bytes = yield* Effect.mapError(
      readRegularFile(path, largestMiB),
      (sentence) => refusal("import_file", "AUTO_IMPORT_FILE cannot be read: see the log", `AUTO_IMPORT_FILE ${path}: ${sentence}`)
    )
    const sha256 = createHash("sha256").update(bytes).digest("hex")
    if (yield* ledger.wasImported(sha256)) return importedBefore
    const calendar = ledger.calendar()
    const today = dateOf(yield* clock.now, calendar)
    const { currency } = yield* (yield* Config).current
    const book = yield* ledger.book
    const table = yield* readText(bytes, readOptions(calendar, { today, book, currency }, {}), undefined)
    if (table.outcome !== "read") return yield* Effect.fail(table.outcome === "ask" ? askedBy(table) : refusalOf(table))
    const rows = table.days.map(({ cents, date }) => ({ date, cents: cents as Cents }))
    for (const warning of table.warnings) yield* Effect.logWarning(`auto-import: ${sentence(warning)}`)
    for (const row of leftOut(table)) yield* Effect.logInfo(`auto-import: ${leftOutSentence(row)}`)
    // There was no preview, so nothing can have changed since.
    const summary = yield* Effect.orDie(ledger.carryOut({ _tag: "Import", rows, sha256 }, named(actor)))
    // Another process may have started at the same time with the same file.
    if (summary.imported === 0) return importedBefore
    return {
      code: "imported" as const,
      params: { count: summary.imported, unchanged: summary.unchanged },
      detail: `${counted(summary.imported, "day")} imported, ${summary.unchanged} of them unchanged`
    }
  })

export const layer = Layer.effect(
  AutoImport,
  Effect.gen(function*() {
    const { autoImportFile } = yield* Environment
    if (Option.isNone(autoImportFile)) return { outcome: null }
    return yield* importFile(autoImportFile.value).pipe(
      Effect.catchAllDefect((defect) =>
        Effect.zipRight(Effect.logError("the file could not be stored", defect),
          Effect.fail(refusal("import_storage", "the database did not take the file: see the log")))
      ),
      Effect.tapBoth({
        onFailure: ({ logged }) => Effect.logError(`auto-import failed: ${logged}`),
        onSuccess: ({ detail }) => Effect.logInfo(`auto-import: ${detail}`)
      }),
      Effect.match({
        onFailure: ({ logged: _, ...refused }) => ({ outcome: { ok: false as const, ...refused } }),
        onSuccess: (done) => ({ outcome: { ok: true as const, ...done } })
      }),
      Effect.annotateLogs({ service: actor })
    )
  })
)
