// @ts-check
import { mine } from "../shared/mine.js"

/** @typedef {{ date: string | null, amount: string, note: string, closed: boolean, tried: boolean }} Draft `tried`: it was sent, and no answer came */

/** What was typed and has not arrived: it survives the page, and nothing sends it by itself. @type {import("../shared/mine.js").Kept<Draft>} */
export const draft = mine.phoneDraft
