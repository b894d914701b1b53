import { startsWith } from "../Domain/Charset.ts"

/** How an OLE file begins: a workbook of Excel 97 to 2003, or an encrypted one. */
export const isOle = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])

/** Whether a file begins as a workbook does: as a ZIP archive, which .xlsx is, or as an OLE file. */
export const isWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 3, 4]) || isOle(bytes)
