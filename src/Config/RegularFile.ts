import { FileSystem } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Effect } from "effect"

const kinds: Readonly<Record<FileSystem.File.Type, string>> = {
  File: "a file",
  Directory: "a folder",
  SymbolicLink: "a symbolic link",
  BlockDevice: "a device",
  CharacterDevice: "a device",
  FIFO: "a pipe",
  Socket: "a socket",
  Unknown: "something else"
}

const unreadable = (error: PlatformError): string =>
  `expected a readable file, got ${error._tag === "SystemError" ? error.reason : error._tag}`

/**
 * Reads a regular file of at most that many MiB. A pipe would block until it has a writer, and a device may never end. Fails with
 * what is expected and what was found.
 */
export const readRegularFile = (path: string, mostMiB: number): Effect.Effect<Uint8Array, string, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const { size, type } = yield* Effect.mapError(files.stat(path), unreadable)
    if (type !== "File") return yield* Effect.fail(`expected a regular file, got ${kinds[type]}`)
    if (size > FileSystem.MiB(mostMiB)) return yield* Effect.fail(`expected a file of at most ${mostMiB} MiB, got ${size} bytes`)
    return yield* Effect.mapError(files.readFile(path), unreadable)
  })
