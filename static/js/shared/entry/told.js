// @ts-check
import { t } from "../language.js"

/**
 * The end of a sentence about a change, which says that the group gets a message, if there is a group.
 * @param {Pick<import("./day.js").Day, "group">} day
 */
export const told = ({ group }) => t(group ? "told.group" : "told.nobody")

/**
 * How the group learns of a change that has no separate message.
 * @param {"closed" | "opened" | "noted"} kind @param {Pick<import("./day.js").Day, "group">} day @param {boolean} isPast whether the cutoff of that day is over
 */
export const toldLater = (kind, { group }, isPast) => {
  if (isPast || kind === "opened") return t("told.none")
  return t(group ? `told.${kind}` : "told.printed")
}
