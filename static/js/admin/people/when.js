// @ts-check
import { epochDay } from "../../shared/format/dates.js"
import { hourMinute } from "../../shared/format/times.js"
import { t } from "../../shared/language.js"

/** `今天 22:41`, `昨天 22:52`, `38 天前`. @param {string} instant of the server @param {string} today */
export const ago = (instant, today) => {
  const days = epochDay(today) - epochDay(instant.slice(0, 10))
  const time = hourMinute(instant)
  return days <= 0 ? t("when.today", { time }) : days === 1 ? t("when.yesterday", { time }) : t("when.days", { n: days })
}

/** `13 分 20 秒`. @param {number} seconds */
export const timeLeft = (seconds) =>
  seconds < 60 ? t("countdown.seconds", { s: seconds }) : t("countdown.minutes", { m: Math.floor(seconds / 60), s: seconds % 60 })
