import { startsWith } from "../Config/TextFile.ts"

/** The first bytes of an OLE file: a workbook of Excel 97 to 2003, or an encrypted one. */
export const isOle = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])

/** Whether a file begins like a workbook: a ZIP archive, as .xlsx is, or an OLE file. */
export const isWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 3, 4]) || isOle(bytes)
