import { FileSystem } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Effect, Either, Option } from "effect"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { runInSlices } from "../Concurrency/EventLoop.ts"
import type { CsvSource } from "../Config/AmountSource/Csv.ts"
import { readRegularFile } from "../Config/RegularFile.ts"
import type { LocalDate } from "../Domain/LocalDate.ts"
import { decodeText } from "../Import/Charset.ts"
import { daySum } from "./Cents.ts"
import { rowsOfDay } from "./CsvRows.ts"
import type { Figure } from "./Figure.ts"
import { faultOf, type SourceFault } from "./SourceFault.ts"

const mostMiB = 10

/** A till that is still writing changes the file within this time. */
const settling = "2 seconds"

interface Found {
  readonly name: string
  readonly size: FileSystem.Size
  /** Milliseconds since 1970. */
  readonly changedAt: number
}

const reasonOf = (error: PlatformError): string => error._tag === "SystemError" ? error.reason : error._tag

const noFolder = (error: PlatformError): SourceFault => {
  const reason = reasonOf(error)
  return faultOf("folder", `expected a folder that can be read, got ${reason}`, { reason })
}

/** The files directly in the folder, the newest first. */
const filesIn = (folder: string): Effect.Effect<ReadonlyArray<Found>, SourceFault, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const names = (yield* Effect.mapError(files.readDirectory(folder), noFolder)).filter((name) => /^[^.][^/]*\.(?:csv|txt)$/i.test(name))
    const found = yield* Effect.forEach(names, (name) =>
      Effect.map(Effect.option(files.stat(join(folder, name))), Option.flatMap(({ mtime, size, type }) =>
        type === "File"
          ? Option.some({
            name,
            size,
            changedAt: Option.match(mtime, { onNone: () => 0, onSome: (at) => at.getTime() })
          })
          : Option.none()
      )))
    return found.flatMap(Option.toArray).sort((a, b) => b.changedAt - a.changedAt || (a.name < b.name ? 1 : -1))
  })

const unfinished = (file: string, found: string): SourceFault =>
  faultOf("unfinished_file", `${file}: expected a whole file, got ${found}`, { file })

const unreadable = (file: string) => (reason: string): SourceFault => faultOf("bad_file", `${file}: ${reason}`, { file, reason })

const isSame = (a: Found) => (b: Found): boolean => a.name === b.name && a.size === b.size && a.changedAt === b.changedAt

/** The day's figure in one file; null if the file has no row of the day. */
const figureIn = (source: CsvSource, { name, size }: Found, isSettled: boolean, date: LocalDate) =>
  Effect.gen(function*() {
    const bytes = yield* Effect.mapError(readRegularFile(join(source.folder, name), mostMiB), unreadable(name))
    const text = yield* Either.mapLeft(yield* runInSlices(decodeText(bytes, undefined)), ({ message }) => unreadable(name)(message))
    const rows = yield* runInSlices(rowsOfDay(text, name, source, date))
    // A file without the columns or without the day does not matter, even if it is broken otherwise.
    if (Either.isRight(rows) && rows.right === null) return null
    // The row of the day may be missing still, or lack its last digits.
    if (!isSettled || BigInt(bytes.length) !== size) return yield* unfinished(name, "one that changes")
    if (!/[\r\n]$/.test(text)) return yield* unfinished(name, "one whose last line has no end")
    const counted = yield* rows
    if (counted === null || counted.items === 0) return null
    return { amountCents: yield* daySum(counted.cents), items: counted.items, sha256: createHash("sha256").update(bytes).digest("hex") }
  })

/**
 * Reads the newest file with a row of the day. If that file cannot be counted, this is a fault: an older file may have an older
 * amount.
 */
export const askCsv = (source: CsvSource, date: LocalDate): Effect.Effect<Figure, SourceFault, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const before = yield* filesIn(source.folder)
    yield* Effect.sleep(settling)
    for (const file of yield* filesIn(source.folder)) {
      const figure = yield* figureIn(source, file, before.some(isSame(file)), date)
      if (figure !== null) return figure
    }
    return yield* faultOf("no_row", `expected a row of ${date} in a file of the folder, got none`, { date })
  })
