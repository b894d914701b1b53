import { FastCheck as fc } from "effect"
import { token } from "../Service.ts"
import { dates } from "./Values.ts"
import type { FuzzRequest } from "./Wire.ts"

/** Encodes the Chinese characters of a spreadsheet. Node has no GB18030 encoder, so the table is read from its decoder. */
const gb18030 = (() => {
  const wanted = new Set("日期金额营业额￥")
  const decoder = new TextDecoder("gb18030")
  const found = new Map<string, ReadonlyArray<number>>()
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail))
      if (wanted.has(text)) found.set(text, [lead, trail])
    }
  }
  // GB18030 encodes only the wide yuan sign in two bytes, which is the one that spreadsheets write.
  return (text: string) => Buffer.from(Array.from(text.replaceAll("¥", "￥")).flatMap((char) => found.get(char) ?? [...Buffer.from(char)]))
})()

const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  "utf-8": (text) => Buffer.from(text),
  "utf-8 with mark": (text) => Buffer.from(`\uFEFF${text}`),
  "gb18030": gb18030,
  "utf-16le": (text) => Buffer.from(`\uFEFF${text}`, "utf16le"),
  "utf-16be": (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16()
}

const encodingNames = Object.keys(encodings)

const contentTypes = [
  "text/csv",
  "text/csv; charset=utf-8",
  "Text/CSV;charset=\"gb18030\"",
  "text/csv; charset=utf-16le",
  "text/csv; charset=latin1",
  "text/csv; charset=",
  "text/csv; charset=x-unknown",
  "text/csv; header=present",
  "text/plain",
  "application/vnd.ms-excel"
]

const request = (bytes: Uint8Array, contentType: string, dryRun: boolean): FuzzRequest => ({
  method: "POST",
  target: `/api/admin/import${dryRun ? "?dry_run=1" : ""}`,
  headers: { "x-admin-token": token, "content-type": contentType },
  body: bytes
})

interface GoodFile {
  readonly request: FuzzRequest
  readonly rows: number
}

/** Files as people and spreadsheets write them; each must be imported with the given number of rows. */
export const goodFiles = (today: string): fc.Arbitrary<GoodFile> =>
  fc.record({
    // Amounts of firsts of months alone could be those of whole months, which is asked.
    days: fc.uniqueArray(dates(today), { minLength: 1, maxLength: 12 })
      .filter((days) => days.length === 1 || days.some((date) => !date.endsWith("-01"))),
    cents: fc.integer({ min: 0, max: 999_999_999_999 }),
    header: fc.constantFrom("", "date,amount", "日期,金额", "日期,营业额", "DATE,Amount"),
    encoding: fc.constantFrom(...encodingNames),
    lineEnd: fc.constantFrom("\n", "\r\n"),
    style: fc.constantFrom("plain", "slashes", "quoted", "yuan"),
    dryRun: fc.boolean()
  }).map(({ cents, days, dryRun, encoding, header, lineEnd, style }) => {
    const amount = (cents / 100).toFixed(2)
    const row = (date: string) => {
      if (style === "slashes") return `${date.replaceAll("-", "/").replaceAll("/0", "/")},${amount}`
      if (style === "quoted") return `"${date}","${amount}"`
      return style === "yuan" ? `${date},"¥${Number(amount).toLocaleString("en-US", { minimumFractionDigits: 2 })}"` : `${date},${amount}`
    }
    const text = [...(header === "" ? [] : [header]), ...days.map(row)].join(lineEnd)
    const encode = encodings[encoding] ?? gb18030
    return { request: request(encode(text), "text/csv", dryRun), rows: days.length }
  })

const cell = (today: string) =>
  fc.oneof(
    dates(today),
    fc.constantFrom("date", "amount", "2025-02-30", "9999-12-31", "1e308", "-0", "NaN", "0.1", "12.345", "=1+1", "\"", "\"\"", "\uFEFF",
      "\0", "\u2028"),
    fc.string({ unit: "binary", maxLength: 12 })
  )

/** Arbitrary files, most of them invalid; each must be imported or refused. */
export const anyFiles = (today: string): fc.Arbitrary<FuzzRequest> => {
  const text = fc.array(fc.array(cell(today), { maxLength: 4 }), { maxLength: 12 }).chain((rows) =>
    fc.tuple(fc.constantFrom(",", ";", "\t", "，"), fc.constantFrom("\n", "\r\n", "\r"), fc.constantFrom(...encodingNames, "latin1"))
      .map(([delimiter, lineEnd, encoding]) => {
        const joined = rows.map((row) => row.join(delimiter)).join(lineEnd)
        return encodings[encoding]?.(joined) ?? Buffer.from(joined, "latin1")
      })
  )
  const prefix = fc.constantFrom([], [0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf], [0x50, 0x4b, 3, 4], [0x1f, 0x8b])
  const bytes = fc.tuple(prefix, fc.uint8Array({ maxLength: 300 })).map(([mark, rest]) => Buffer.from([...mark, ...rest]))
  const large = fc.integer({ min: 5 * 1024 * 1024 - 2, max: 5 * 1024 * 1024 + 2 }).map((size) => Buffer.alloc(size, "2025-01-01,1\n"))
  return fc.tuple(
    fc.oneof({ weight: 300, arbitrary: text }, { weight: 300, arbitrary: bytes }, { weight: 1, arbitrary: large }),
    fc.constantFrom(...contentTypes),
    fc.boolean()
  ).map(([body, contentType, dryRun]) => request(body, contentType, dryRun))
}
