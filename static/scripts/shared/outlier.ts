import { weekdayName } from "./format/dates.ts"
import { roundMoney, wholePercent } from "./format/money.ts"
import { t } from "./language.ts"

/** From this multiple of the median, an amount is stated as a multiple, not as a percentage. */
const multiple = 3

/** `比近 8 个周三的中位数 ¥3,035 低 38%` */
export const outlierLine = (date: string, amount: number, { days_compared: n, median }: { days_compared: number; median: number }) => {
  const times = amount / median
  return t(times >= multiple ? "outlier.times" : times > 1 ? "outlier.more" : "outlier.less", {
    n,
    weekday: weekdayName(date),
    median: roundMoney(median),
    times: Math.floor(times),
    share: wholePercent(Math.round(Math.abs(times - 1) * 100))
  })
}
