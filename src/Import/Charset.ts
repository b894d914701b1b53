import { Data, Either } from "effect"
import { expectedGot, shown } from "../Domain/Expectation.ts"

/** The bytes are not text in the charset they are said, or seem, to be in. */
export class UndecodableText extends Data.TaggedError("UndecodableText")<{ readonly message: string }> {}

const startsWith = (bytes: Uint8Array, prefix: ReadonlyArray<number>): boolean =>
  prefix.every((byte, index) => bytes[index] === byte)

const byteOrderMarks = [
  { bytes: [0xef, 0xbb, 0xbf], charset: "utf-8" },
  { bytes: [0xff, 0xfe], charset: "utf-16le" },
  { bytes: [0xfe, 0xff], charset: "utf-16be" }
]

/** How .xlsx (a ZIP archive) and .xls (an OLE file) begin. */
const workbooks = [[0x50, 0x4b, 0x03, 0x04], [0xd0, 0xcf, 0x11, 0xe0]]

const decoderOf = (charset: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    return undefined
  }
}

const decodeIn = (bytes: Uint8Array, charset: string): Either.Either<string, UndecodableText> => {
  const decoder = decoderOf(charset)
  if (decoder === undefined) {
    return Either.left(new UndecodableText({ message: expectedGot("a known charset such as utf-8 or gb18030", charset) }))
  }
  try {
    return Either.right(decoder.decode(bytes))
  } catch {
    return Either.left(new UndecodableText({ message: `expected text in ${shown(charset)}, got bytes that are none` }))
  }
}

/**
 * Text of an uploaded file, without its byte order mark. A byte order mark rules over the named charset; with neither,
 * it is UTF-8, and where the bytes are not valid UTF-8, GB18030, which is what Excel writes in China (rule 6.12).
 */
export const decodeText = (
  bytes: Uint8Array,
  namedCharset: string | undefined
): Either.Either<string, UndecodableText> => {
  if (workbooks.some((prefix) => startsWith(bytes, prefix))) {
    return Either.left(new UndecodableText({ message: "expected CSV text, got an Excel workbook: save it as CSV" }))
  }
  const marked = byteOrderMarks.find((mark) => startsWith(bytes, mark.bytes))
  const charset = marked?.charset ?? namedCharset
  if (charset !== undefined) return decodeIn(bytes, charset)
  return decodeIn(bytes, "utf-8").pipe(
    Either.orElse(() => decodeIn(bytes, "gb18030")),
    Either.mapLeft(() => new UndecodableText({ message: "expected text in UTF-8 or GB18030, got bytes that are neither" }))
  )
}
