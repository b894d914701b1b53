// @ts-check
import { el } from "../../shared/dom.js"

/** Offers a file as a download. @param {string} name @param {BlobPart} content @param {string} type */
export const save = (name, content, type) => {
  const address = URL.createObjectURL(new Blob([content], { type }))
  el("a", { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Saves CSV with a byte order mark, without which Excel does not read it as UTF-8. @param {string} name @param {string} text */
export const saveCsv = (name, text) => save(name, `\ufeff${text}`, "text/csv;charset=utf-8")
