// @ts-check
import { t } from "../language.js"

/** The end of a sentence about a change: that the group gets a message, where there is a group. @param {Pick<import("./day.js").Day, "group">} day */
export const told = ({ group }) => t(group ? "told.group" : "told.nobody")

/**
 * What the group gets to know of a change that has no separate message.
 * @param {"closed" | "opened" | "noted"} kind @param {Pick<import("./day.js").Day, "group">} day @param {boolean} isPast whether the cutoff of that day is over
 */
export const toldLater = (kind, { group }, isPast) => {
  if (isPast || kind === "opened") return t("told.none")
  return t(group ? `told.${kind}` : "told.printed")
}
