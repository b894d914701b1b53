import type { Day } from "./entry/day.ts"
import { hourMinute } from "./format/times.ts"
import { t } from "./language.ts"

/** The heading of the messages about a day. */
export const messageTitle = ({ group }: Pick<Day, "group">) => t(group ? "message.group" : "message.plain")

/** The state of a message, in words. */
export const messageState = ({ delivered_at, delivered_by, state }: Day["messages"][number]) => {
  if (state === "accepted") return t("message.accepted", { time: hourMinute(delivered_at ?? "") })
  if (state !== "delivered") return t(`message.${state}`)
  return delivered_by === "console" ? t("message.printed") : t("message.delivered", { time: hourMinute(delivered_at ?? "") })
}
