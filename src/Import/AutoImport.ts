import { FileSystem } from "@effect/platform"
import { Context, Effect, Either, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import { ShopClock } from "../Clock.ts"
import { Environment } from "../Config/Environment.ts"
import { dateOf } from "../Domain/Calendar.ts"
import { Ledger } from "../Ledger.ts"
import { type CsvFaults, readCsv } from "./Csv.ts"

/** What came of the import at start; null where none was asked for. */
export type AutoImportOutcome = { readonly ok: boolean; readonly detail: string } | null

/** The import of `AUTO_IMPORT_FILE` at start. A file that cannot be imported never keeps the service from starting. */
export class AutoImport extends Context.Tag("AutoImport")<AutoImport, { readonly outcome: AutoImportOutcome }>() {}

const actor = "auto-import"

const told = (faults: CsvFaults): string => {
  const first = faults._tag === "InvalidRows" ? faults.errors[0] : undefined
  return first === undefined ? faults.message : `${faults.message}, the first in line ${first.line}: ${first.message}`
}

const importFile = (path: string) =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const ledger = yield* Ledger
    const clock = yield* ShopClock
    const bytes = yield* Effect.mapError(files.readFile(path), () => "AUTO_IMPORT_FILE: expected a readable file, got none")
    const sha256 = createHash("sha256").update(bytes).digest("hex")
    if (yield* ledger.wasImported(sha256)) return "this file was imported before"
    const today = dateOf(yield* clock.now)
    const rows = yield* Either.mapLeft(
      readCsv(bytes, { contentTypeCharset: undefined, today }),
      (faults) => `AUTO_IMPORT_FILE: ${told(faults)}`
    )
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
        Effect.zipRight(Effect.logError("the file could not be stored", defect), Effect.fail("the database did not take the file"))),
      Effect.tapBoth({
        onFailure: (detail) => Effect.logError(`auto-import failed: ${detail}`),
        onSuccess: (detail) => Effect.logInfo(`auto-import: ${detail}`)
      }),
      Effect.match({
        onFailure: (detail) => ({ outcome: { ok: false, detail } }),
        onSuccess: (detail) => ({ outcome: { ok: true, detail } })
      }),
      Effect.annotateLogs({ service: actor })
    )
  })
)
