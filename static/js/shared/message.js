// @ts-check
import { hourMinute } from "./format/times.js"
import { t } from "./language.js"

/** @typedef {import("./entry/day.js").Day} Day */

/** How messages about a day are called. @param {Pick<Day, "group">} day */
export const messageTitle = ({ group }) => t(group ? "message.group" : "message.plain")

/** What became of a message. @param {Day["messages"][number]} message */
export const messageState = ({ delivered_at, delivered_by, state }) => {
  if (state !== "delivered") return t(`message.${state}`)
  return delivered_by === "console" ? t("message.printed") : t("message.delivered", { time: hourMinute(delivered_at ?? "") })
}
