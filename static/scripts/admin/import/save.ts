import { el } from "../../shared/dom.ts"

/** Offers a file as a download. */
export const save = (name: string, content: BlobPart, type: string) => {
  const address = URL.createObjectURL(new Blob([content], { type }))
  el("a", { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Saves CSV with a byte order mark, without which Excel does not read it as UTF-8. */
export const saveCsv = (name: string, text: string) => save(name, `\ufeff${text}`, "text/csv;charset=utf-8")
