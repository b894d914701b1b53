// @ts-check
import { request } from "../request.js"

/**
 * @typedef {import("../../../../src/Api/Responses.ts").Responses["day"]} Day
 * @typedef {{ amount: number, source: NonNullable<Day["source"]> }} Figure
 */

/** @param {string} date @returns {Promise<Day>} */
export const askDay = (date) => request(`/api/days/${date}`)

/** The figure of a day; null without a record. @param {Pick<Day, "amount" | "source">} day @returns {Figure | null} */
export const figureOf = ({ amount, source }) => amount === null || source === null ? null : { amount, source }

/** Whether a person has set the figure. @param {Figure | null} figure */
export const isCounted = (figure) => figure !== null && figure.source !== "generated"
