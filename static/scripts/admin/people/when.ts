import { epochDay } from "../../shared/format/dates.ts"
import { hourMinute } from "../../shared/format/times.ts"
import { t } from "../../shared/language.ts"

/**
 * `今天 22:41`, `昨天 22:52`, `38 天前`.
 * @param instant of the server
 */
export const ago = (instant: string, today: string) => {
  const days = epochDay(today) - epochDay(instant.slice(0, 10))
  const time = hourMinute(instant)
  return days <= 0 ? t("when.today", { time }) : days === 1 ? t("when.yesterday", { time }) : t("when.days", { n: days })
}

/** `13 分 20 秒`. */
export const timeLeft = (seconds: number) =>
  seconds < 60 ? t("countdown.seconds", { s: seconds }) : t("countdown.minutes", { m: Math.floor(seconds / 60), s: seconds % 60 })
