import { FileSystem } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Effect } from "effect"
import { type Fault, saying } from "../Codes/Fault.ts"

const byteOrderMarks = [
  { bytes: [0xef, 0xbb, 0xbf], charset: "utf-8" },
  { bytes: [0xff, 0xfe], charset: "utf-16le" },
  { bytes: [0xfe, 0xff], charset: "utf-16be" }
] as const

const startsWith = (bytes: Uint8Array, prefix: ReadonlyArray<number>): boolean => prefix.every((byte, index) => bytes[index] === byte)

/** The charset of a byte order mark at the start; undefined without one. */
const markedCharset = (bytes: Uint8Array) => byteOrderMarks.find((mark) => startsWith(bytes, mark.bytes))?.charset

const fileKinds: Readonly<Record<FileSystem.File.Type, string>> = {
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
    if (type !== "File") return yield* Effect.fail(`expected a regular file, got ${fileKinds[type]}`)
    if (size > FileSystem.MiB(mostMiB)) return yield* Effect.fail(`expected a file of at most ${mostMiB} MiB, got ${size} bytes`)
    return yield* Effect.mapError(files.readFile(path), unreadable)
  })

/** The text without its byte order mark; undefined if the bytes are not valid in this charset. */
const decodeIn = (bytes: Uint8Array, charset: "gb18030" | "utf-8"): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const notUtf8 = (found: string): Fault => saying("file_encoding", `expected a text in UTF-8, got ${found}: save the file as UTF-8`)

const decodeUtf8 = (bytes: Uint8Array): Effect.Effect<string, Fault> => {
  const marked = markedCharset(bytes)
  if (marked !== undefined && marked !== "utf-8") return Effect.fail(notUtf8("UTF-16"))
  const text = decodeIn(bytes, "utf-8")
  if (text === undefined)
    return Effect.fail(notUtf8(decodeIn(bytes, "gb18030") === undefined ? "bytes in another encoding" : "GBK (GB18030)"))
  return text.includes("\0") ? Effect.fail(notUtf8("zero bytes, as UTF-16 has them")) : Effect.succeed(text)
}

/** No text file of an operator is larger. */
const mostMiB = 1

/** Text of a file of an operator, with or without a byte order mark. Fails with what is expected and what was found. */
export const readTextFile = (path: string) =>
  Effect.flatMap(Effect.mapError(readRegularFile(path, mostMiB), (message) => saying("file", message)), decodeUtf8)

/** The same, and an empty text if there is no such file. */
export const readTextFileIfThere = (path: string) =>
  FileSystem.FileSystem.pipe(
    Effect.flatMap((files) => Effect.mapError(files.exists(path), (error) => saying("file", unreadable(error)))),
    Effect.flatMap((isThere) => isThere ? readTextFile(path) : Effect.succeed(""))
  )
