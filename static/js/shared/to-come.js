// @ts-check
import { moneyRange } from "./format/money.js"
import { t } from "./language.js"

/**
 * What happens at the cutoff if no amount is entered for today; empty if nothing happens.
 * @param {Pick<import("../../../src/Api/Responses.ts").Responses["metrics"]["today"], "awaits" | "range">} today
 */
export const toCome = ({ awaits, range }) =>
  awaits
    ? t("cutoff.to_wait")
    : range === null
    ? ""
    : t("cutoff.to_come", { range: moneyRange(range) })
