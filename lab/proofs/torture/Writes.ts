import type { Dice } from "../Dice.ts"
import type { Caller } from "../Http.ts"
import { type Books, centsPerImport } from "./Books.ts"

export interface ImportSize {
  readonly notify: "digest" | "per_row"
  readonly rows: number
}

const importedFrom = Date.parse("2000-01-01T00:00:00Z")
const correctedFrom = Date.parse("2015-01-01T00:00:00Z")
const dayMillis = 86_400_000
const dateOf = (millis: number) => new Date(millis).toISOString().slice(0, 10)

/** Records the response and returns its status; undefined if no complete response arrived. */
const noted = async (
  sent: { acknowledged: boolean; refused: boolean },
  answer: Promise<{ readonly status: number }>,
  { unavailableIsUnknown = false } = {}
) => {
  try {
    const { status } = await answer
    if (status === 200) sent.acknowledged = true
    else sent.refused = !(unavailableIsUnknown && status === 503)
    return status
  } catch {
    return undefined
  }
}

/**
 * Sends an import in which each row is a change. On a server, the connection may be lost meanwhile; then it is unknown what is
 * stored.
 */
export const sendImport = (
  http: Caller,
  books: Books,
  { notify, rows }: ImportSize,
  options: { readonly unavailableIsUnknown?: boolean } = {}
): Promise<number | undefined> => {
  const number = books.imports.size + 1
  const dates = Array.from({ length: rows }, (_, index) => dateOf(importedFrom + index * dayMillis))
  const cents = dates.map((_, index) => number * centsPerImport + index)
  const sent = {
    first: dates[0] ?? "",
    last: dates.at(-1) ?? "",
    rows,
    totalCents: cents.reduce((sum, one) => sum + one, 0),
    notify,
    acknowledged: false,
    refused: false,
    stored: 0
  }
  books.imports.set(number, sent)
  const body = `date,amount\n${dates.map((date, index) => `${date},${((cents[index] ?? 0) / 100).toFixed(2)}\n`).join("")}`
  return noted(sent, http.call("/api/admin/import", { method: "POST", headers: { "content-type": "text/csv" }, body }), options)
}

/** A correction with a unique reason, entered in the books before it is sent. */
export const newCorrection = (books: Books, dice: Dice) => {
  const reason = `c${books.corrections.size + 1}`
  const date = dateOf(correctedFrom + dice.between(0, 999) * dayMillis)
  const sent = { date, cents: dice.between(0, 99_999_999), acknowledged: false, refused: false, stored: false }
  books.corrections.set(reason, sent)
  return { sent, correction: { date, amount: sent.cents / 100, reason } }
}

export const sendCorrection = (http: Caller, books: Books, dice: Dice): Promise<number | undefined> => {
  const { correction, sent } = newCorrection(books, dice)
  return noted(sent, http.correct(correction))
}
