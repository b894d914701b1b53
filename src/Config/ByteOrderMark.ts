const byteOrderMarks = [
  { bytes: [0xef, 0xbb, 0xbf], charset: "utf-8" },
  { bytes: [0xff, 0xfe], charset: "utf-16le" },
  { bytes: [0xfe, 0xff], charset: "utf-16be" }
] as const

export const startsWith = (bytes: Uint8Array, prefix: ReadonlyArray<number>): boolean =>
  prefix.every((byte, index) => bytes[index] === byte)

/** The charset of a byte order mark at the start; undefined without one. */
export const markedCharset = (bytes: Uint8Array) => byteOrderMarks.find((mark) => startsWith(bytes, mark.bytes))?.charset
