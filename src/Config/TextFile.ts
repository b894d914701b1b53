import { Effect } from "effect"
import { type Fault, saying } from "../Codes/Fault.ts"
import { markedCharset } from "./ByteOrderMark.ts"
import { readRegularFile } from "./RegularFile.ts"

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
