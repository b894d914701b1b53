export interface Part {
  readonly name: string
  /** 0 for stored, 8 for deflated. */
  readonly method: number
  /** Where its entry of the directory begins, and its own header. */
  readonly directoryAt: number
  readonly headerAt: number
  readonly compressed: number
  readonly inflated: number
}

const endOfDirectory = 0x06054b50
const entryOfDirectory = 0x02014b50
const localHeader = 0x04034b50
/** A field of 32 or 16 bits that says that its value stands in a ZIP64 record. No workbook of some MiB needs one. */
const inZip64 = [0xffffffff, 0xffff]
const locatorOfZip64 = 0x07064b50
const hasDescriptor = 0x0008
const longestComment = 65_535

const positionOfEnd = (view: DataView): number => {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - longestComment); at--) {
    if (view.getUint32(at, true) === endOfDirectory) return at
  }
  return -1
}

/**
 * The parts in the directory of a ZIP archive; undefined if it is not such an archive. Readers inflate a part to at most its
 * declared size. A part without a size is refused, because they would inflate it without limit.
 */
export const partsOf = (bytes: Uint8Array): ReadonlyArray<Part> | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = positionOfEnd(view)
  if (end < 0 || (end >= 20 && view.getUint32(end - 20, true) === locatorOfZip64)) return undefined
  const parts: Array<Part> = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > end || view.getUint32(at, true) !== entryOfDirectory) return undefined
    const nameLength = view.getUint16(at + 28, true)
    const part = {
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      directoryAt: at,
      headerAt: view.getUint32(at + 42, true),
      compressed: view.getUint32(at + 20, true),
      inflated: view.getUint32(at + 24, true)
    }
    const isSized = part.inflated > 0 || (part.compressed <= 2 && (view.getUint16(at + 8, true) & hasDescriptor) === 0)
    if (!isSized || [part.headerAt, part.compressed, part.inflated].some((field) => inZip64.includes(field))) return undefined
    parts.push(part)
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return parts
}

/** An archive of texts as they are. Readers compare no checksum that is 0. */
export const archiveOf = (texts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> => {
  const record = (length: number, ...fields: ReadonlyArray<readonly [at: number, value: number]>): ReadonlyArray<number> => {
    const view = new DataView(new ArrayBuffer(length))
    for (const [at, value] of fields) view.setUint32(at, value, true)
    return [...new Uint8Array(view.buffer)]
  }
  const parts = Object.entries(texts).map(([name, text]) => [new TextEncoder().encode(name), new TextEncoder().encode(text)] as const)
  const whole = new Uint8Array(22 + parts.reduce((sum, [name, text]) => sum + 76 + 2 * name.length + text.length, 0))
  const directory: Array<number> = []
  let at = 0
  const put = (bytes: ArrayLike<number>): void => {
    whole.set(bytes, at)
    at += bytes.length
  }
  for (const [name, text] of parts) {
    const { length } = text
    directory.push(
      ...record(46, [0, entryOfDirectory], [20, length], [24, length], [28, name.length], [42, at]),
      ...name
    )
    put(record(30, [0, localHeader], [18, length], [22, length], [26, name.length]))
    put(name)
    put(text)
  }
  const end = record(22, [0, endOfDirectory], [8, parts.length * 0x10001], [12, directory.length], [16, at])
  put(directory)
  put(end)
  return whole
}

/** The text of a part; undefined if it inflates to more than its declared size. */
export const textOf = async (
  bytes: Uint8Array<ArrayBuffer>,
  { compressed, headerAt, inflated, method }: Part
): Promise<string | undefined> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const from = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true)
  const body = bytes.subarray(from, from + compressed)
  if (method === 0) return new TextDecoder().decode(body)
  const reader = new Blob([body]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader()
  const decoder = new TextDecoder()
  let text = ""
  for (let length = 0;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.length
    if (length > inflated) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}
