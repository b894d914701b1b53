import { Data, Either } from "effect"
import { type Fault, saying } from "../Codes/Fault.ts"
import { markedCharset } from "../Config/TextFile.ts"
import { shown, wrong } from "../Domain/Fault.ts"
import { isWorkbook } from "./WorkbookBytes.ts"

/** The bytes are not text in their named or detected charset. */
export class UndecodableText extends Data.TaggedError("UndecodableText")<Fault> {}

const decoderOf = (charset: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    return undefined
  }
}

/** Bytes to decode between two yields; GB18030 takes longest, about a millisecond. */
const bytesAtOnce = 128 * 1024

type Decoding = Generator<undefined, Either.Either<string, UndecodableText>>

function* decodeIn(bytes: Uint8Array, charset: string): Decoding {
  const decoder = decoderOf(charset)
  if (decoder === undefined) {
    return Either.left(new UndecodableText(wrong("charset", "a known charset such as utf-8 or gb18030", charset)))
  }
  try {
    let text = ""
    for (let at = 0; at < bytes.length; at += bytesAtOnce) {
      if (at > 0) yield
      text += decoder.decode(bytes.subarray(at, at + bytesAtOnce), { stream: true })
    }
    return Either.right(text + decoder.decode())
  } catch {
    return Either.left(
      new UndecodableText(saying("encoding", `expected text in ${shown(charset)}, got bytes that are none`, { charset }))
    )
  }
}

/**
 * The text of an uploaded file without its byte order mark. A byte order mark overrides the named charset. With neither, the text
 * is UTF-8, or GB18030 (which Excel writes in China) if the bytes are not valid UTF-8 (rule 6.12). Yields between parts of the
 * work.
 */
export function* decodeText(bytes: Uint8Array, namedCharset: string | undefined): Decoding {
  if (isWorkbook(bytes)) {
    return Either.left(
      new UndecodableText(saying("workbook", "expected CSV text, got an Excel workbook: save it as CSV"))
    )
  }
  const charset = markedCharset(bytes) ?? namedCharset
  if (charset !== undefined) return yield* decodeIn(bytes, charset)
  for (const likely of ["utf-8", "gb18030"]) {
    const text = yield* decodeIn(bytes, likely)
    if (Either.isRight(text)) return text
  }
  return Either.left(
    new UndecodableText(saying("encoding", "expected text in UTF-8 or GB18030, got bytes that are neither", { charset: "utf-8, gb18030" }))
  )
}
