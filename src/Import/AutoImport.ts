import { Context, Effect, Either, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import { ShopClock } from "../Clock.ts"
import { Environment } from "../Config/Environment.ts"
import { readRegularFile } from "../Config/RegularFile.ts"
import { dateOf } from "../Domain/Calendar.ts"
import { Ledger } from "../Ledger.ts"
import { type CsvFaults, readCsv } from "./Csv.ts"
import { differs, skippedSentence } from "./SkippedRow.ts"

/** What came of the import at start; null where none was asked for. Health shows `detail` to anyone: it holds nothing of the file. */
export type AutoImportOutcome = { readonly ok: boolean; readonly detail: string } | null

/** The import of `AUTO_IMPORT_FILE` at start. A file that cannot be imported never keeps the service from starting. */
export class AutoImport extends Context.Tag("AutoImport")<AutoImport, { readonly outcome: AutoImportOutcome }>() {}

const actor = "auto-import"

/** Why nothing was imported: a sentence for anyone, without any of the file's content, and one for the log. */
interface Refusal {
  readonly detail: string
  readonly logged: string
}

const refusal = (detail: string, logged = detail): Refusal => ({ detail, logged })

const refusalOf = (faults: CsvFaults): Refusal => {
  switch (faults._tag) {
    case "EmptyCsv":
      return refusal("AUTO_IMPORT_FILE has no data rows")
    case "UndecodableText":
      return refusal("AUTO_IMPORT_FILE is not text in a charset that can be read", `AUTO_IMPORT_FILE: ${faults.message}`)
    case "InvalidRows": {
      const [first] = faults.errors
      const where = first === undefined ? "" : `, the first in line ${first.line} (${first.field})`
      const counted = `AUTO_IMPORT_FILE has ${faults.total} ${faults.total === 1 ? "fault" : "faults"}${where}`
      return refusal(`${counted}: see the log`, first === undefined ? counted : `${counted}: ${first.message}`)
    }
  }
}

const importFile = (path: string) =>
  Effect.gen(function*() {
    const ledger = yield* Ledger
    const clock = yield* ShopClock
    const bytes = yield* Effect.mapError(
      readRegularFile(path),
      (sentence) => refusal("AUTO_IMPORT_FILE cannot be read: see the log", `AUTO_IMPORT_FILE: ${sentence}`)
    )
    const sha256 = createHash("sha256").update(bytes).digest("hex")
    if (yield* ledger.wasImported(sha256)) return "this file was imported before"
    const today = dateOf(yield* clock.now)
    const { days: rows, skipped } = yield* Either.mapLeft(
      readCsv(bytes, { contentTypeCharset: undefined, today, book: yield* ledger.book }),
      refusalOf
    )
    for (const row of skipped) yield* (differs(row) ? Effect.logWarning : Effect.logInfo)(`auto-import: ${skippedSentence(row)}`)
    const summary = yield* ledger.importDays({ rows, actor, sha256: Option.some(sha256) })
    return `${summary.imported} days imported, ${summary.unchanged} of them unchanged`
  })

export const layer = Layer.effect(
  AutoImport,
  Effect.gen(function*() {
    const { autoImportFile } = yield* Environment
    if (Option.isNone(autoImportFile)) return { outcome: null }
    return yield* importFile(autoImportFile.value).pipe(
      Effect.catchAllDefect((defect) =>
        Effect.zipRight(Effect.logError("the file could not be stored", defect),
          Effect.fail(refusal("the database did not take the file: see the log")))
      ),
      Effect.tapBoth({
        onFailure: ({ logged }) => Effect.logError(`auto-import failed: ${logged}`),
        onSuccess: (detail) => Effect.logInfo(`auto-import: ${detail}`)
      }),
      Effect.match({
        onFailure: ({ detail }) => ({ outcome: { ok: false, detail } }),
        onSuccess: (detail) => ({ outcome: { ok: true, detail } })
      }),
      Effect.annotateLogs({ service: actor })
    )
  })
)
