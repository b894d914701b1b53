import { DateTime, Effect } from "effect"
import { chmodSync, existsSync, linkSync, renameSync, statSync } from "node:fs"
import { basename, dirname, join, parse } from "node:path"
import type { DatabaseUnavailable } from "../Database/DatabaseUnavailable.ts"
import { copy, CopyFailed, flushFolder } from "../Database/Sqlite/Copy.ts"
import { holdAlone, InUse } from "../Database/Sqlite/Exclusive.ts"
import { companions, identityOf, incomingName, isSameFile, targetOf } from "../Database/Sqlite/Files.ts"
import { hold } from "../Database/Sqlite/InstanceLock.ts"
import { formatHead } from "../Domain/Audit.ts"
import { fileStamp } from "../Domain/Calendar.ts"
import { messageOf } from "../Wording.ts"
import { type Contents, headName, inspect, readHead, type Unusable } from "./BackupFile.ts"
import { readReplaced, type RestoredPeople, restorePeople } from "./RestoredPeople.ts"

interface Restored {
  readonly file: string
  /** The path at which the previous database is kept; null if there was none. */
  readonly kept: string | null
  /** The paths at which its companion files are kept. */
  readonly leftovers: ReadonlyArray<string>
  readonly contents: Contents
  readonly people: RestoredPeople
  readonly warnings: ReadonlyArray<string>
}

interface RestoreOptions {
  readonly backup: string
  /** Path of the database. */
  readonly database: string
  readonly onProgress?: (done: number) => void
}

const failing = (what: string) => <A>(job: () => A): Effect.Effect<A, CopyFailed> =>
  Effect.try({
    try: job,
    catch: (error) => new CopyFailed({ message: `${what}: ${messageOf(error)}` })
  })

/** `turnover.before-restore.20261120T102900Z.db`, or with a number if that name is taken. */
const keptName = (file: string) =>
  Effect.map(DateTime.now, (now) => {
    const { dir, ext, name } = parse(file)
    const stem = join(dir, `${name}.before-restore.${fileStamp(now)}`)
    const isTaken = (kept: string) => ["", ...companions].some((suffix) => existsSync(`${kept}${suffix}`))
    let kept = `${stem}${ext}`
    for (let count = 2; isTaken(kept); count++) kept = `${stem}-${count}${ext}`
    return kept
  })

/** Replaces the database with `incoming`. At every instant, one complete file has the database's name. */
const swap = (incoming: string, file: string, kept: string) => {
  const wasThere = existsSync(file)
  if (wasThere) {
    try {
      linkSync(file, kept)
    } catch {
      // Some file systems do not support links.
      renameSync(file, kept)
    }
  }
  // The companions belong to the previous database, and SQLite would apply them to the new one.
  const leftovers = companions.filter((suffix) => existsSync(`${file}${suffix}`))
  for (const suffix of leftovers) renameSync(`${file}${suffix}`, `${kept}${suffix}`)
  renameSync(incoming, file)
  flushFolder(dirname(file))
  return { kept: wasThere ? kept : null, leftovers: leftovers.map((suffix) => `${kept}${suffix}`) }
}

const sameContents = (a: Contents, b: Contents): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Refuses a backup if its folder has files that SQLite would apply to it. */
const refuseChanged = (backup: string): void => {
  const left = ["-wal", "-journal"].map((suffix) => `${targetOf(backup)}${suffix}`).filter((name) => existsSync(name))
    .map((name) => basename(name))
  if (left.length === 0) return
  throw new Error(
    `${left.join(", ")} beside it ${left.length === 1 ? "changes" : "change"} what it holds, so it is not what was verified: ` +
      "expected a single file, use another backup, or make one of this database with `turnover backup`"
  )
}

/**
 * Refuses a backup whose newest audit record differs from the one in its companion file. The companion is in the folder of the
 * file, or of a link to the file.
 */
const refuseOtherHead = (backup: string, { head }: Contents): void => {
  for (const name of new Set([backup, targetOf(backup)])) {
    const noted = readHead(name)
    if (noted === null || noted === formatHead(head)) continue
    throw new Error(
      `its newest audit record is ${formatHead(head)}, expected ${noted === "" ? "nothing" : noted} as in ${headName(name)}; ` +
        "use another backup, or remove that file if this one is meant"
    )
  }
}

/**
 * Verifies a backup, replaces the database with a copy of it, and verifies the result. The previous database is kept under a dated
 * name. No service can start meanwhile. If the path is a link, the link's target is replaced.
 */
export const restore = (
  { backup, database, onProgress }: RestoreOptions
): Effect.Effect<Restored, CopyFailed | DatabaseUnavailable | InUse | Unusable> =>
  Effect.gen(function*() {
    const replacing = failing(`${database} cannot be replaced`)
    const file = yield* replacing(() => targetOf(database))
    if (isSameFile(backup, file)) return yield* new CopyFailed({ message: `${backup} is the database itself` })
    yield* failing(`${backup} cannot be read`)(() => refuseChanged(backup))
    yield* hold(file)
    const held = yield* holdAlone(file)
    const replaced = held === undefined ? undefined : readReplaced(held)
    const before = identityOf(file)
    const { verified, warnings } = yield* copy({
      source: backup,
      target: incomingName(file),
      replace: true,
      verify: (copied) =>
        Effect.tap(inspect(copied), (contents) => failing(`${backup} is not what was verified`)(() => refuseOtherHead(backup, contents))),
      ...(onProgress === undefined ? {} : { onProgress })
    })
    // Only an existing file was locked, and a command may have created one since.
    if (identityOf(file) !== before) return yield* new InUse({ file: database, isServed: false })
    // The backup may be read-only. Where no rights can be set, the copy has those of its folder.
    yield* Effect.ignore(replacing(() => chmodSync(incomingName(file), statSync(incomingName(file)).mode | 0o600)))
    const people = yield* Effect.mapError(restorePeople(incomingName(file), replaced),
      ({ message }) => new CopyFailed({ message: `${database} cannot be replaced: ${message}` }))
    const kept = yield* keptName(file)
    const swapped = yield* replacing(() => swap(incomingName(file), file, kept))
    const contents = yield* inspect(file)
    if (!sameContents(contents, verified)) {
      return yield* new CopyFailed({ message: `${database} differs from ${backup}: another program wrote to it during the restore` })
    }
    return {
      file: database,
      ...swapped,
      contents,
      people,
      warnings: warnings.map((sentence) => sentence.replaceAll(incomingName(file), database))
    }
  }).pipe(Effect.scoped)
