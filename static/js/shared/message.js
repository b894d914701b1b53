// @ts-check
import { hourMinute } from "./format/times.js"
import { t } from "./language.js"

/** @typedef {import("./entry/day.js").Day} Day */

/** The heading of the messages about a day. @param {Pick<Day, "group">} day */
export const messageTitle = ({ group }) => t(group ? "message.group" : "message.plain")

/** The state of a message, in words. @param {Day["messages"][number]} message */
export const messageState = ({ delivered_at, delivered_by, state }) => {
  if (state === "accepted") return t("message.accepted", { time: hourMinute(delivered_at ?? "") })
  if (state !== "delivered") return t(`message.${state}`)
  return delivered_by === "console" ? t("message.printed") : t("message.delivered", { time: hourMinute(delivered_at ?? "") })
}
