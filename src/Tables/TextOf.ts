/** Words of which a table has at least one, in the charsets of East Asia. */
const known =
  /\u65e5\u671f|\u65f6\u95f4|\u6642\u9593|\u91d1\u989d|\u91d1\u984d|\u8425\u4e1a|\u71df\u696d|\u5408\u8ba1|\u5408\u8a08|\u5b9e\u6536|\u6536\u5165|\u65e5\u4ed8|\u58f2\u4e0a|\u661f\u671f|\u8ba2\u5355|\u8a02\u55ae|\u9500\u552e|\uc77c\uc790|\ub0a0\uc9dc|\ub9e4\ucd9c|\uae08\uc561|\ud569\uacc4/

interface Text {
  readonly text: string
  readonly charset: string
}

const decoded = (bytes: Uint8Array, charset: string): Text | undefined => {
  try {
    return { text: new TextDecoder(charset, { fatal: true }).decode(bytes), charset }
  } catch {
    return undefined
  }
}

/** UTF-16 without a mark: every second byte of its digits and separators is zero. */
const utf16 = (bytes: Uint8Array): string | undefined => {
  const sample = bytes.subarray(0, 2000)
  let [even, odd] = [0, 0]
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue
    if (at % 2 === 0) even++
    else odd++
  }
  if (bytes.length % 2 !== 0 || Math.max(even, odd) < sample.length / 8) return undefined
  return odd > even * 4 ? "utf-16le" : even > odd * 4 ? "utf-16be" : undefined
}

const hasPairs = (bytes: Uint8Array): boolean => bytes.some((byte, at) => byte >= 0x80 && (bytes[at + 1] ?? 0) >= 0x80)

const marked = ([first, second, third]: Uint8Array): string | undefined =>
  first === 0xef && second === 0xbb && third === 0xbf
    ? "utf-8"
    : first === 0xff && second === 0xfe
    ? "utf-16le"
    : first === 0xfe && second === 0xff
    ? "utf-16be"
    : undefined

/** The text of a file, by its mark, its named charset, its zero bytes, or the first charset that is valid and gives a known word. */
export const textOf = (bytes: Uint8Array, named?: string): Text | undefined => {
  const sure = marked(bytes) ?? named ?? utf16(bytes)
  const found = decoded(bytes, sure ?? "utf-8")
  if (sure !== undefined || found !== undefined) return found
  // A letter or sign of western Europe stands alone among others; those of East Asia take two bytes.
  const charsets = hasPairs(bytes) ? ["gb18030", "big5", "shift_jis", "euc-kr", "windows-1252"] : ["windows-1252"]
  const valid = charsets.flatMap((charset) => decoded(bytes, charset) ?? [])
  return valid.find(({ text }) => known.test(text)) ?? valid[0]
}
