// @ts-check
import { actorName } from "../actor.js"
import { shortDate } from "../format/dates.js"
import { money } from "../format/money.js"
import { hourMinute } from "../format/times.js"
import { t } from "../language.js"
import { ApiError } from "../request.js"
import { isSoFar } from "./day.js"

/**
 * A day as stored on the server, now or before a change.
 * @typedef {import("../../../../src/Api/Responses.ts").Responses["correct"]["before"]} Standing
 */

/** `21:00` for a time of today, which may last until after midnight; otherwise the date. @param {string} at @param {string} today */
const whenOf = (at, today) =>
  at.slice(0, 10) >= today ? t("stands.at", { time: hourMinute(at) }) : t("stands.on", { date: shortDate(at.slice(0, 10)) })

/** @typedef {import("./day.js").Day["audit"]} Audit newest first */

/** Whether a person has confirmed the figure instead of entering it. @param {Audit} audit @param {string} by */
const isConfirmed = (audit, by) => {
  const figure = audit.find(({ amount_after, kind }) => amount_after !== null && kind !== "finalized")
  return figure?.kind === "confirmed" && figure.actor === by
}

/**
 * The stored figure with its author and time: `小王 21:00 已录 ¥4,100.00`.
 * @param {Pick<Standing, "amount" | "source" | "by" | "at"> & Partial<Pick<Standing, "is_final">> & { audit?: Audit }} standing `audit` where it is known @param {string} today
 */
export const standingSentence = (standing, today) => {
  const { amount, at, audit = [], by, source } = standing
  const values = { amount: money(amount), by: actorName(by ?? ""), when: at === null ? "" : whenOf(at, today) }
  if (amount === null) return t(by === null ? "entry.none" : "stands.withdrawn", values)
  if (isSoFar(standing)) return t("stands.so_far", values)
  if (by !== null && isConfirmed(audit, by)) return t("stands.confirmed", values)
  // The person who started an import has not counted the amount.
  return t(source === "manual" && by === null ? "stands.manual.plain" : `stands.${source ?? "manual"}`, values)
}

/**
 * The stored day, if it differs from the day that the page has shown; undefined if the server refused for another reason.
 * @param {unknown} error @returns {Standing | undefined}
 */
export const currentOf = (error) => error instanceof ApiError && error.code === "changed_meanwhile" ? error.body["current"] : undefined

/** The state that an undo has restored, in words. @param {Standing} after @param {string} today */
export const afterUndo = (after, today) =>
  after.amount === null ? t(after.closed ? "entry.closed" : "entry.none") : standingSentence(after, today)
