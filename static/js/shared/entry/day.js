// @ts-check
import { request } from "../request.js"

/**
 * @typedef {{ amount: number, source: string }} Figure
 * @typedef {{
 *   date: string, amount: number | null, source: string | null, at: string | null, by: string | null,
 *   closed: boolean, note: string, last_week: number | null, mean4: number | null, messages: ReadonlyArray<{ id: number }>
 * }} Day as `GET /api/days/{date}` answers it
 */

/** @param {string} date @returns {Promise<Day>} */
export const askDay = (date) => request(`/api/days/${date}`)

/** The figure of a day; null without a record. @param {Day} day @returns {Figure | null} */
export const figureOf = ({ amount, source }) => amount === null || source === null ? null : { amount, source }

/** Whether somebody stands behind the figure. @param {Figure | null} figure */
export const isCounted = (figure) => figure !== null && figure.source !== "generated"
