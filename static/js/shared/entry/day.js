// @ts-check
import { request } from "../request.js"

/**
 * @typedef {import("../../../../src/Api/Responses.ts").Responses["day"]} Day
 * @typedef {{ amount: number, source: NonNullable<Day["source"]> }} Figure
 */

/** @param {string} date @returns {Promise<Day>} */
export const askDay = (date) => request(`api/days/${date}`)

/** Whether a record is a running amount from a till. @param {{ source: Day["source"], is_final?: boolean }} record */
export const isSoFar = ({ is_final, source }) => source === "feed" && is_final === false

/**
 * The figure of a day; null if it has no record, or only a running amount.
 * @param {Pick<Day, "amount" | "source"> & Partial<Pick<Day, "is_final">>} day @returns {Figure | null}
 */
export const figureOf = (day) => {
  const { amount, source } = day
  return amount === null || source === null || isSoFar(day) ? null : { amount, source }
}

/** Whether a person has set the figure. @param {Figure | null} figure */
export const isCounted = (figure) => figure !== null && figure.source !== "generated"
